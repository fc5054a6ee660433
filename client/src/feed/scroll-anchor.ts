import type { ReactVirtualizer } from '@tanstack/react-virtual';

export type FeedVirtualizer = ReactVirtualizer<Window, HTMLElement>;

/** The sticky header: what is behind it is above the reader. */
export const HEADER_PX = 60;

/** Where a reader is in a list: what was on the screen, from the top, and how far below its upper edge, in CSS pixels. */
export type ScrollAnchor = readonly { key: string; top: number }[];

/** What is on the screen now, but for a row that the upper edge cuts. */
export function readScrollAnchor({ measurementsCache, range, scrollOffset }: FeedVirtualizer): ScrollAnchor {
  const place: { key: string; top: number }[] = [];
  for (let index = range?.startIndex ?? 0; index <= (range?.endIndex ?? -1); index++) {
    const row = measurementsCache[index];
    const top = (row?.start ?? 0) - (scrollOffset ?? 0);
    if (row && top >= 0) place.push({ key: String(row.key), top });
  }
  return place;
}

/** Where the page has to be scrolled to for a place: by the first row of it that is still there; null when none is. */
export function resolveAnchorOffset(
  view: FeedVirtualizer,
  keys: readonly string[],
  place: ScrollAnchor,
): number | null {
  for (const { key, top } of place) {
    const row = view.measurementsCache[keys.indexOf(key)];
    if (row) return row.start - top;
  }
  return null;
}
