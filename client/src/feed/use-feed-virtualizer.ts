import {
  defaultRangeExtractor,
  observeWindowOffset,
  useWindowVirtualizer,
  type Range,
} from '@tanstack/react-virtual';
import { startTransition, useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { HEADER_PX, type FeedVirtualizer } from './scroll-anchor.ts';
import type { SavedFeed } from './saved-feeds.ts';
import { isScrolledDown } from './scrolled-down.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

/** A card of two lines; what a row is taken for until it was on the screen, in CSS pixels. */
const ESTIMATED_ROW_PX = 141;
/** Rows above and below the screen that are there for keys, ears and the browser's own search. */
const OVERSCAN = 6;
/** What a screen is taken for that nobody has measured: the server's, and the browser's first look at what that made. */
const ESTIMATED_VIEWPORT = { width: 600, height: 800 };
/** So many rows of a longer list are on a page that the server made. */
const SERVER_RENDERED_ROWS = 12;
/** A list of up to so many is made whole: there is nothing to save. */
const MAX_UNVIRTUALIZED_ROWS = 30;

interface Options {
  list: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** The row that stays although it is off the screen, as focus is in it. */
  focused: string | null;
  /** How the list was left when this entry of the history was last shown. */
  saved: SavedFeed | undefined;
  /** The rows are those that the server made. */
  hydrating: boolean;
}

/**
 * The part of a list that is on the screen, with the page as its scroller. Whatever comes, goes or changes its height above
 * what is being read, the page is scrolled by as much in the same frame.
 */
export function useFeedVirtualizer({ list, keys, focused, saved, hydrating }: Options) {
  const margin = useScrollMargin(list, saved?.margin ?? 0, hydrating);
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (keys.length <= MAX_UNVIRTUALIZED_ROWS) return [...keys.keys()];
      if (hydrating) return [...keys.keys()].slice(0, SERVER_RENDERED_ROWS);
      const shown = defaultRangeExtractor(range);
      const at = focused === null ? -1 : keys.indexOf(focused);
      return at < 0 || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
    },
    [focused, hydrating, keys],
  );
  const view = useWindowVirtualizer<HTMLElement>({
    count: keys.length,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    overscan: OVERSCAN,
    scrollMargin: margin,
    rangeExtractor,
    initialRect: ESTIMATED_VIEWPORT,
    ...(hydrating && { initialOffset: 0, observeElementOffset: observeFromCurrentOffset }),
    ...(saved && { initialOffset: saved.offset, initialMeasurementsCache: saved.heights }),
  });
  keepPositionBelow(view);
  useScrollAnchor(view, keys);
  return view;
}

/** As the library does, but of a page that may be scrolled already: it would be scrolled to its top. */
const observeFromCurrentOffset: typeof observeWindowOffset = (view, tell) => {
  const stop = observeWindowOffset(view, tell);
  tell(window.scrollY, false);
  return stop;
};

/** A row that begins above the reader may become any height: what follows it stays where it is. At the top nobody is held. */
function keepPositionBelow(view: FeedVirtualizer): void {
  view.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _, { scrollOffset }) =>
    isScrolledDown() && start < (scrollOffset ?? 0) + HEADER_PX;
}

/** Where the list begins on the page. What grows above it while somebody reads is scrolled away. */
function useScrollMargin(list: RefObject<HTMLElement | null>, initial: number, hydrating: boolean): number {
  const [margin, setMargin] = useState(initial);
  const known = useRef(initial);
  useLayoutEffect(() => {
    const element = list.current;
    const sheet = element?.parentElement;
    if (!element || !sheet) return;
    const look = () => {
      const next = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const grown = next - known.current;
      if (grown === 0) return;
      known.current = next;
      setMargin(next);
      return grown;
    };
    // Rows that flow do not ask for it.
    if (hydrating) startTransition(() => void look());
    else look();
    const watcher = new ResizeObserver(() => {
      const grown = look();
      if (grown !== undefined && isScrolledDown()) window.scrollBy({ top: grown });
    });
    watcher.observe(sheet);
    return () => watcher.disconnect();
  }, [list, hydrating]);
  return margin;
}
