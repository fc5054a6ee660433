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
    .filter((heard) => heard.likes !== likes.get(heard.row) && wasThere(heard))
    .map(({ tab, row, likes: heard, at }) => ({
      rule: 'contradicted',
      what: `${tab} counts ${heard ?? 'no'} likes of ${row}, the store ${likes.get(row) ?? 'has none of it'}`,
      at,
    }));
}
