import {
  defaultRangeExtractor,
  observeWindowOffset,
  useWindowVirtualizer,
  type Range,
} from '@tanstack/react-virtual';
import { startTransition, useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { HEADER_PX, useScrollAnchor, type FeedVirtualizer } from './scroll-anchor.ts';
import { useRowMovement } from './use-row-movement.ts';
import type { SavedFeed } from './saved-feeds.ts';
import { isScrolledDown } from './scrolled-down.ts';

/** A card with two lines of text: the height of a row before it is measured. */
const ESTIMATED_ROW_PX = 141;
/** Rows rendered above and below the screen, for keyboards, screen readers and the browser's search. */
const OVERSCAN = 6;
/** The viewport on the server and during hydration. */
const ESTIMATED_VIEWPORT = { width: 600, height: 800 };
/** The rows of a longer list on a server-rendered page. */
const SERVER_RENDERED_ROWS = 12;
/** A list of up to this many rows is rendered whole. */
const MAX_UNVIRTUALIZED_ROWS = 30;

interface Options {
  list: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** The key of the focused row, which stays rendered off the screen. */
  focused: string | null;
  /** The saved view of this history entry. */
  saved: SavedFeed | undefined;
  /** The rows are the server-rendered ones. */
  hydrating: boolean;
}

/**
 * Virtualizes a list in the page's scroller. Rows that come, go or change their height above the screen do not move what is on
 * it: the page is scrolled by the difference in the same frame.
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
  // The library's functions are not memoised; React Compiler would skip this hook.
  // oxlint-disable-next-line react/incompatible-library
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
  const onBeforeCommit = useScrollAnchor(view, keys);
  useRowMovement({ list, view, keys });
  return { view, onBeforeCommit };
}

/** The library starts at offset 0, which would scroll an already scrolled page to its top. */
const observeFromCurrentOffset: typeof observeWindowOffset = (view, onOffset) => {
  const unobserve = observeWindowOffset(view, onOffset);
  onOffset(window.scrollY, false);
  return unobserve;
};

/** A new height of a row above the screen does not move the rows below it, unless the page is at its top. */
function keepPositionBelow(view: FeedVirtualizer): void {
  view.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _, { scrollOffset }) =>
    isScrolledDown() && start < (scrollOffset ?? 0) + HEADER_PX;
}

/** The list's offset on the page. Growth above the list is scrolled away unless the page is at its top. */
function useScrollMargin(list: RefObject<HTMLElement | null>, initial: number, hydrating: boolean): number {
  const [margin, setMargin] = useState(initial);
  const known = useRef(initial);
  useLayoutEffect(() => {
    const element = list.current;
    const sheet = element?.parentElement;
    if (!element || !sheet) return;
    const updateMargin = () => {
      const next = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const grown = next - known.current;
      if (grown === 0) return;
      known.current = next;
      setMargin(next);
      return grown;
    };
    // Unpositioned rows do not need it yet.
    if (hydrating) startTransition(() => void updateMargin());
    else updateMargin();
    const observer = new ResizeObserver(() => {
      const grown = updateMargin();
      if (grown !== undefined && isScrolledDown()) window.scrollBy({ top: grown });
    });
    observer.observe(sheet);
    return () => observer.disconnect();
  }, [list, hydrating]);
  return margin;
}
