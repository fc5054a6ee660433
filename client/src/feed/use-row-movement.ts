import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { FeedVirtualizer } from './scroll-anchor.ts';
import { isScrolledDown } from './scrolled-down.ts';

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
export function useRowMovement({ list, view, keys }: Parts): void {
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
