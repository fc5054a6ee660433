import { useEffect, useLayoutEffect, useRef } from 'react';
import { HEADER_PX, type FeedVirtualizer } from './scroll-anchor.ts';
import { isScrolledDown } from './scrolled-down.ts';

/** The rows around the screen as they stood after the last commit, and where the page was scrolled to last. */
interface RowsLayout {
  rows: readonly { key: string; start: number; end: number }[];
  offset: number;
}

/**
 * Keeps what is being read where it is when rows come or go: the first row below the header that is still there stays in its
 * place on the screen. At the very top news are wanted, so nothing is held.
 */
export function useScrollAnchor(view: FeedVirtualizer, keys: readonly string[]): void {
  const lastLayout = useRef<RowsLayout>({ rows: [], offset: 0 });
  const before = useRef(keys);
  useEffect(() => {
    const note = () => {
      lastLayout.current.offset = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  // After every commit: heights may have changed as well, which the window has seen to itself.
  useLayoutEffect(() => {
    const { rows, offset } = lastLayout.current;
    if (before.current !== keys && isScrolledDown()) restorePosition(view, keys, { rows, offset });
    before.current = keys;
    lastLayout.current = { rows: readRows(view), offset: window.scrollY };
  });
}

function restorePosition(view: FeedVirtualizer, keys: readonly string[], { rows, offset }: RowsLayout): void {
  const isKept = new Set(keys);
  const inSight = rows.filter(({ end }) => end > offset + HEADER_PX);
  const row = inSight.find(({ key }) => isKept.has(key)) ?? rows.findLast(({ key }) => isKept.has(key));
  const now = row && readLayout(view)[keys.indexOf(row.key)];
  if (!now) return;
  const top = offset + now.start - row.start;
  if (Math.abs(top - window.scrollY) > 0.5) window.scrollTo({ top });
}

function readRows(view: FeedVirtualizer): RowsLayout['rows'] {
  return view.getVirtualItems().map(({ key, start, end }) => ({ key: String(key), start, end }));
}

/** The places of all rows, with the heights that were measured in this very commit. */
function readLayout(view: FeedVirtualizer) {
  view.getTotalSize();
  return view.measurementsCache;
}
