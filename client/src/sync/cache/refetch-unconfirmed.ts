import type { StreamEvent } from '@cruddur/shared';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { AnyPage } from '../../base/http/pages.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { updateCachedLists } from './cached-lists.ts';
import { listOf } from './query-cache-updates.ts';
import { STREAMS, type RecentEvents } from './cache-updates.ts';

/** Events usually follow within milliseconds; a list that is ahead of them at two checks in a row is fetched. */
export const CHECK_EVERY_MS = 5000;

/**
 * Fetches lists again that stay ahead of the events, because of an answer or since they were fetched. The events that they wait for
 * are late, or the store has lost them: then the cursor may still be in its log, and nothing else corrects these lists. Apart from
 * the other updates, which visitors load too.
 * @returns stops it
 */
export function refetchUnconfirmed(
  client: QueryClient,
  recentEvents: RecentEvents,
  { timers, page }: Pick<Runtime, 'timers' | 'page'>,
): () => void {
  /** The queries that were ahead at the last check, with the time of their fetch. */
  let suspects = new Map<Query, number>();

  function isAhead({ asOf, unconfirmed = [] }: AnyPage): boolean {
    return (
      unconfirmed.length > 0 ||
      STREAMS.some((stream) => (asOf?.[stream]?.seq ?? 0) > (recentEvents[stream].newest()?.seq ?? Infinity))
    );
  }

  function check(): void {
    const before = suspects;
    suspects = new Map();
    // A hidden tab may be quiet, which does not follow the public stream.
    if (!page.isVisible()) return;
    for (const query of client.getQueryCache().getAll()) {
      if (!listOf(query)?.pages.some(isAhead)) continue;
      const { dataUpdatedAt, fetchStatus } = query.state;
      if (fetchStatus === 'idle' && before.get(query) === dataUpdatedAt)
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      else suspects.set(query, dataUpdatedAt);
    }
  }

  return timers.every(CHECK_EVERY_MS, check);
}

/** The event of a changed entity has arrived: the lists are not ahead of it any more. */
export function confirmChange(client: QueryClient, event: StreamEvent): void {
  const uuid = changedEntity(event);
  if (uuid === null) return;
  const predicate = (query: Query) =>
    listOf(query)?.pages.some(({ unconfirmed }) => unconfirmed?.includes(uuid)) ?? false;
  updateCachedLists<InfiniteData<AnyPage>>(client, { predicate }, (data) => ({
    ...data,
    pages: data.pages.map((page) => withoutUnconfirmed(page, uuid)),
  }));
}

/** The uuid of an entity that was created or removed. */
function changedEntity({ kind, data }: StreamEvent): string | null {
  switch (kind) {
    case 'activity.created':
    case 'reply.created':
    case 'activity.deleted':
    case 'message.created':
    case 'message.removed':
      return data.uuid;
    default:
      return null;
  }
}

function withoutUnconfirmed(page: AnyPage, uuid: string): AnyPage {
  const { unconfirmed = [] } = page;
  return { ...page, unconfirmed: unconfirmed.filter((other) => other !== uuid) };
}
