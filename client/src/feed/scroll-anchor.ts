import type { ReactVirtualizer } from '@tanstack/react-virtual';
import { Component, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export type FeedVirtualizer = ReactVirtualizer<Window, HTMLElement>;

/** The height of the sticky header, which covers the top of the list. */
export const HEADER_PX = 60;

/** The rows on the screen from the top, each with its distance from the screen's upper edge in CSS pixels. */
export type ScrollAnchor = readonly { key: string; top: number }[];

/** The rows on the screen now, except one that the upper edge cuts. */
export function readScrollAnchor({ measurementsCache, range, scrollOffset }: FeedVirtualizer): ScrollAnchor {
  const anchor: { key: string; top: number }[] = [];
  for (let index = range?.startIndex ?? 0; index <= (range?.endIndex ?? -1); index++) {
    const row = measurementsCache[index];
    const top = (row?.start ?? 0) - (scrollOffset ?? 0);
    if (row && top >= 0) anchor.push({ key: String(row.key), top });
  }
  return anchor;
}

/** The page's scroll offset for an anchor, by the first of its rows that still exists; null when none does. */
export function resolveAnchorOffset(
  view: FeedVirtualizer,
  keys: readonly string[],
  anchor: ScrollAnchor,
): number | null {
  for (const { key, top } of anchor) {
    const row = view.measurementsCache[keys.indexOf(key)];
    if (row) return row.start - top;
  }
  return null;
}

interface Props {
  keys: readonly string[];
  onBeforeCommit: () => void;
}

/**
 * Renders nothing, and calls `onBeforeCommit` before the page changes to other rows. A class component, because hooks have no
 * counterpart of `getSnapshotBeforeUpdate`. The last scroll event is no substitute: after a scroll by a script it follows with the
 * next frame.
 */
export class BeforeRowsChange extends Component<Props> {
  override getSnapshotBeforeUpdate({ keys }: Props): null {
    if (keys !== this.props.keys) this.props.onBeforeCommit();
    return null;
  }

  /** React warns without it. */
  override componentDidUpdate(): void {
    return undefined;
  }

  override render(): null {
    return null;
  }
}

/** Their positions are relative to the list: the page has been scrolled already by what has grown above the list. */
type Rows = readonly { key: string; start: number; end: number }[];

/**
 * Scroll anchoring when rows come or go: the first row below the header that still exists keeps its position on the screen. At
 * the top of the page nothing is anchored, so that new rows are visible.
 * @returns the function that `BeforeRowsChange` calls
 */
export function useScrollAnchor(view: FeedVirtualizer, keys: readonly string[]): () => void {
  const lastRows = useRef<Rows>([]);
  const offsetBefore = useRef<number | null>(null);
  // After every commit: heights change as well, for which the virtualizer has scrolled already.
  useLayoutEffect(() => {
    if (offsetBefore.current !== null)
      restorePosition(view, keys, { rows: lastRows.current, offset: offsetBefore.current });
    offsetBefore.current = null;
    lastRows.current = readRows(view);
  });
  return useCallback(() => {
    offsetBefore.current = isScrolledDown() ? window.scrollY : null;
  }, []);
}

/** @param before the rows and the page's scroll offset before the commit */
function restorePosition(
  view: FeedVirtualizer,
  keys: readonly string[],
  before: { rows: Rows; offset: number },
): void {
  const { rows, offset } = before;
  const { scrollMargin } = view.options;
  const existing = new Set(keys);
  const visible = rows.filter(({ end }) => scrollMargin + end > offset + HEADER_PX);
  const row = visible.find(({ key }) => existing.has(key)) ?? rows.findLast(({ key }) => existing.has(key));
  const now = row && readMeasurements(view)[keys.indexOf(row.key)];
  if (!now) return;
  const top = offset + now.start - scrollMargin - row.start;
  if (Math.abs(top - window.scrollY) > 0.5) window.scrollTo({ top });
}

function readRows(view: FeedVirtualizer): Rows {
  const { scrollMargin } = view.options;
  return view.getVirtualItems().map(({ key, start, end }) => ({
    key: String(key),
    start: start - scrollMargin,
    end: end - scrollMargin,
  }));
}

function readMeasurements(view: FeedVirtualizer) {
  // Updates the cache with the heights of this commit.
  view.getTotalSize();
  return view.measurementsCache;
}

/** Up to this offset the page counts as scrolled to its top. */
const AT_TOP_PX = 80;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page is scrolled down, so that rows inserted above would move what is read. */
export function useScrolledDown(): boolean {
  return useSyncExternalStore(subscribe, isScrolledDown, () => false);
}

export function isScrolledDown(): boolean {
  return window.scrollY > AT_TOP_PX;
}
