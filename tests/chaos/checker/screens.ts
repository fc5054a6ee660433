import type { Evidence } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

/** A page knows the server's time only as exactly as its latency allows: this close to its expiry, a crud may be shown or not. */
const EXPIRY_TOLERANCE_MS = 1000;

/** A page shows the store's list: each crud once, newest first, without gaps. */
export function checkScreens({ pageSnapshots, expiries, store }: Evidence, index: StoreIndex): Violation[] {
  const last = new Map(pageSnapshots.map((page) => [page.tab, page]));
  const listed = store.cruds.filter((row) =>
    index.linesAbout(row).some(({ kind }) => kind === 'activity.created'),
  );
  return [...last.values()].flatMap(({ tab, rows, now, at }): Violation[] => {
    // Another check reports expired cruds.
    const isUnexpired = (row: string) => (expiries.get(row) ?? Infinity) > now + EXPIRY_TOLERANCE_MS;
    const seen = rows.filter(isUnexpired);
    if (new Set(seen).size < seen.length) return [{ rule: 'doubled', what: `${tab} shows a crud twice`, at }];
    const expected = listed.filter(isUnexpired).slice(0, seen.length);
    const first = seen.findIndex((row, place) => row !== expected[place]);
    if (first < 0) return [];
    const rule = expected.every((row) => seen.includes(row)) ? 'reordered' : 'lost';
    return [{ rule, what: `${tab} shows ${seen[first]} in place of ${expected[first]}`, at }];
  });
}
