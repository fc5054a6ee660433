import type { Evidence } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

/** A page knows the server's time as well as its line lets it: this close to its end, a crud may be there or not. */
const EXPIRY_TOLERANCE_MS = 1000;

/** What a page shows is the store's list: each crud once, newest first, with none left out between two that are shown. */
export function checkScreens({ pageSnapshots, expiries, store }: Evidence, index: StoreIndex): Violation[] {
  const last = new Map(pageSnapshots.map((page) => [page.tab, page]));
  const listed = store.cruds.filter((row) =>
    index.linesAbout(row).some(({ kind }) => kind === 'activity.created'),
  );
  return [...last.values()].flatMap(({ tab, rows, now, at }): Violation[] => {
    // What has burned out is for another check to find.
    const lives = (row: string) => (expiries.get(row) ?? Infinity) > now + EXPIRY_TOLERANCE_MS;
    const seen = rows.filter(lives);
    if (new Set(seen).size < seen.length) return [{ rule: 'doubled', what: `${tab} shows a crud twice`, at }];
    const expected = listed.filter(lives).slice(0, seen.length);
    const first = seen.findIndex((row, place) => row !== expected[place]);
    if (first < 0) return [];
    const rule = expected.every((row) => seen.includes(row)) ? 'reordered' : 'lost';
    return [{ rule, what: `${tab} shows ${seen[first]} where ${expected[first]} stands`, at }];
  });
}
