import type { Evidence } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

/** What a page shows is the store's list: each crud once, newest first, with none left out between two that are shown. */
export function checkScreens({ tabs, shown, store }: Evidence, index: StoreIndex): Violation[] {
  const last = new Map(shown.map((page) => [page.tab, page]));
  const listed = store.cruds.filter((row) =>
    index.about(row).some(({ kind }) => kind === 'activity.created'),
  );
  const found = [...last.values()].flatMap(({ tab, rows, at }): Violation[] => {
    if (new Set(rows).size < rows.length) return [{ rule: 'doubled', what: `${tab} shows a crud twice`, at }];
    const expected = listed.slice(0, rows.length);
    const first = rows.findIndex((row, place) => row !== expected[place]);
    if (first < 0) return [];
    const rule = expected.every((row) => rows.includes(row)) ? 'reordered' : 'lost';
    return [{ rule, what: `${tab} shows ${rows[first]} where ${expected[first]} stands`, at }];
  });
  return tabs.length > 0 ? found : [];
}
