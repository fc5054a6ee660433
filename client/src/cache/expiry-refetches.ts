import { TIMER_MAX_MS } from '@cruddur/shared';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { ConversationsPage, MePage } from '../api/pages.ts';
import type { Timers } from '../runtime/runtime.ts';

/** The delay of a repeat, in milliseconds: by the server's clock it may not have expired yet. */
const REPEAT_MS = 1000;

interface Clock {
  /** Epoch milliseconds by the server. */
  now: () => number;
  /** Called when the clock is corrected. @returns unsubscribes */
  subscribe: (listener: () => void) => () => void;
}

/**
 * Fetches unread counts and previews again when a crud or message expires that they include, because no event announces that.
 * @returns stops it
 */
export function startExpiryRefetches(client: QueryClient, clock: Clock, timers: Timers): () => void {
  const cache = client.getQueryCache();
  let cancelRefetch: (() => void) | undefined;

  function schedule(): void {
    cancelRefetch?.();
    const at = Math.min(...cache.getAll().map(firstExpiryOf));
    if (at === Infinity) return;
    const ms = at - clock.now();
    cancelRefetch = timers.after(ms > 0 ? Math.min(ms, TIMER_MAX_MS) : REPEAT_MS, refetchExpired);
  }

  function refetchExpired(): void {
    for (const query of cache.getAll())
      if (firstExpiryOf(query) <= clock.now())
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    schedule();
  }

  const stopWatching = cache.subscribe((event) => {
    if (event.type === 'updated' && isWatched(event.query as Query)) schedule();
  });
  const unsubscribe = clock.subscribe(schedule);
  schedule();
  return () => {
    stopWatching();
    unsubscribe();
    cancelRefetch?.();
  };
}

function isWatched({ queryKey: [kind] }: Query): boolean {
  return kind === 'me' || kind === 'conversations';
}

/** When the first of what a query's data counts or shows expires; Infinity when none does. */
function firstExpiryOf(query: Query): number {
  const { data, isInvalidated } = query.state;
  if (data === undefined || isInvalidated || !isWatched(query)) return Infinity;
  return Math.min(
    ...expiriesIn(query.queryKey[0], data).map((at) => (at === undefined ? Infinity : Date.parse(at))),
  );
}

function expiriesIn(kind: unknown, data: unknown): (string | undefined)[] {
  if (kind === 'me') {
    const { notifications_until, messages_until } = (data as MePage).head.unread;
    return [notifications_until, messages_until];
  }
  const { pages } = data as InfiniteData<ConversationsPage>;
  return pages.flatMap(({ items }) => items.flatMap((group) => [group.expires_at, group.unread_until]));
}
