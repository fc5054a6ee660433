import type { LikesCounted } from './records.ts';
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
    const first = seen.findIndex((row, index) => row !== expected[index]);
    if (first < 0) return [];
    const rule = expected.every((row) => seen.includes(row)) ? 'reordered' : 'lost';
    return [{ rule, what: `${tab} shows ${seen[first]} in place of ${expected[first]}`, at }];
  });
}

const EXPIRY_MAX_MS = 1000;

/** A second after its expiry, no list has a crud or message in it and no page shows it. */
export function checkExpiry({ reads, pageSnapshots, expiries }: Evidence): Violation[] {
  const answered = reads
    .filter(({ requestedAt, soonest }) => soonest !== null && soonest + EXPIRY_MAX_MS < requestedAt)
    .map(({ at }): Violation => ({ rule: 'expired', what: 'a list had an expired text', at }));
  const visible = pageSnapshots.flatMap(({ tab, rows, now, at }) =>
    rows
      .filter((row) => (expiries.get(row) ?? Infinity) + EXPIRY_MAX_MS < now)
      .map((row): Violation => ({ rule: 'expired', what: `${tab} shows ${row}, which has expired`, at })),
  );
  return [...answered, ...visible];
}

/**
 * Counts are outside the log, and each may be superseded by the next; at the end every tab has the store's. A tab that has
 * reconnected meanwhile is excluded: counts that it missed are not sent again.
 */
export function checkCounts({ likeCounts, tabs, store }: Evidence): Violation[] {
  const likes = new Map(store.likes.map((crud) => [crud.row, crud.likes]));
  const entries = new Map(tabs.map(({ tab, connected }) => [tab, connected]));
  const wasThere = ({ tab, since }: LikesCounted) => !entries.get(tab)?.some((at) => at > since);
  return likeCounts
    .filter((received) => received.likes !== likes.get(received.row) && wasThere(received))
    .map(({ tab, row, likes: received, at }) => ({
      rule: 'contradicted',
      what: `${tab} counts ${received ?? 'no'} likes of ${row}, the store ${likes.get(row) ?? 'has none of it'}`,
      at,
    }));
}
