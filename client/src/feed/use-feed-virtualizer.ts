import {
  defaultRangeExtractor,
  observeWindowOffset,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  startTransition,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';
import {
  HEADER_PX,
  useScrollAnchor,
  type FeedVirtualizer,
  isScrolledDown,
  type ScrollAnchor,
} from './scroll-anchor.ts';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { MAX_UNOBSERVED_LISTS } from '../sync/cache/query-client.ts';

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
  keepPositionBelow(view, focused);
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

/**
 * A new height of a row above the screen does not move the rows below it, unless the page is at its top. A visible row with focus
 * is one whose text its reader has opened: it grows downwards, and what is above stays.
 */
function keepPositionBelow(view: FeedVirtualizer, focused: string | null): void {
  view.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, growth, { scrollOffset }) => {
    const top = (scrollOffset ?? 0) + HEADER_PX;
    const isOpened = key === focused && end + growth > top;
    return isScrolledDown() && start < top && !isOpened;
  };
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

/** As `--calm` and `--ease` in tokens.css. */
const TIMING = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

type RowTops = ReadonlyMap<string, number>;

interface Parts {
  list: RefObject<HTMLElement | null>;
  view: FeedVirtualizer;
  keys: readonly string[];
}

/**
 * At the top of the page, rows that come and go move the others visibly instead of letting them jump: each row starts where it
 * was painted last.
 */
function useRowMovement({ list, view, keys }: Parts): void {
  const last = useRef<{ keys: readonly string[]; tops: RowTops }>({ keys, tops: new Map() });
  useLayoutEffect(() => {
    const { tops } = last.current;
    const hasChanged = last.current.keys !== keys;
    last.current = { keys, tops: readTops(view) };
    if (!hasChanged || tops.size === 0 || isScrolledDown()) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // By then new rows have their measured heights, and still nothing is painted.
    requestAnimationFrame(
      () => list.current && moveRows(list.current, { from: tops, to: last.current.tops }),
    );
  });
}

function readTops(view: FeedVirtualizer): RowTops {
  const { scrollMargin } = view.options;
  return new Map(view.getVirtualItems().map(({ key, start }) => [String(key), start - scrollMargin]));
}

function moveRows(list: HTMLElement, { from, to }: { from: RowTops; to: RowTops }): void {
  const rows = [...list.querySelectorAll<HTMLElement>('.feed-row')].map((row) => {
    const key = row.dataset.key ?? '';
    const [before, after] = [from.get(key), to.get(key)];
    return { row, distance: before === undefined || after === undefined ? null : before - after };
  });
  const firstKept = rows.findIndex(({ distance }) => distance !== null);
  // All rows are new: another list.
  if (firstKept === -1) return;
  const inserted = rows[firstKept]?.distance ?? 0;
  for (const [index, { row, distance }] of rows.entries()) {
    // New rows at the top arrive with the rows that they push down; those at the end are out of sight.
    const offset = distance ?? (index < firstKept ? inserted : 0);
    if (Math.abs(offset) < 1) continue;
    // Added to a movement that has not ended.
    row.animate([{ transform: `translateY(${offset}px)` }, { transform: 'translateY(0)' }], {
      ...TIMING,
      composite: 'add',
    });
  }
}

/** The view of a list when it was left. */
interface SavedFeed {
  anchor: ScrollAnchor;
  /** The page's scroll offset, and the offset of the list on the page. */
  offset: number;
  margin: number;
  /** The rows with a measured height. */
  heights: VirtualItem[];
  /** The key of the row that had focus. */
  focused: string | null;
  /** The items that do not collapse. */
  revealed: ReadonlySet<string>;
}

/** By history entry and list: Back restores each list. In memory only. */
const savedFeeds = new Map<string, SavedFeed>();

function saveFeed(id: string, feed: SavedFeed): void {
  savedFeeds.delete(id);
  savedFeeds.set(id, feed);
  const [oldest] = savedFeeds.keys();
  if (savedFeeds.size > MAX_UNOBSERVED_LISTS && oldest !== undefined) savedFeeds.delete(oldest);
}

/** The saved view of this list at this history entry; undefined unless the navigation was Back or Forward. */
export function useSavedFeed(label: string): { id: string; saved: SavedFeed | undefined } {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const id = `${key} ${label}`;
  // Read on mount only: what is saved later is for the next visit.
  const [saved] = useState(() => (navigationType === NavigationType.Pop ? savedFeeds.get(id) : undefined));
  const [first] = useState(id);
  return { id: first, saved };
}

/** Saves the list's view when the list unmounts. */
export function useSaveFeedOnLeave(id: string, readFeed: () => SavedFeed): void {
  const readCurrentFeed = useEffectEvent(readFeed);
  useLayoutEffect(() => () => saveFeed(id, readCurrentFeed()), [id]);
}

/** Restores a list's view in the frame after the router's own scroll restoration, which knows no rows. */
export function useRestoredFeed(saved: SavedFeed | undefined, restore: (saved: SavedFeed) => void): void {
  const restoreFeed = useEffectEvent(restore);
  useEffect(() => {
    if (!saved) return;
    const frame = requestAnimationFrame(() => restoreFeed(saved));
    return () => cancelAnimationFrame(frame);
  }, [saved]);
}
