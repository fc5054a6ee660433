import type { LikesCounted } from '../history/records.ts';
import type { Evidence } from './evidence.ts';
import type { Violation } from './violation.ts';

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
