import { isExpired, TIMER_MAX_MS, type Activity } from '@cruddur/shared';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { ConversationsPage, MePage, MessagesPage, Page, ProfilePage } from '../../base/http/pages.ts';
import type { Timers } from '../../base/runtime/runtime.ts';
import { isCountedOnProfile } from './activity-reducers.ts';
import { filterItems, mapItems, withItems } from './cache-reducer.ts';
import { isActivityList, updateCachedLists } from './cached-lists.ts';
import { queryKeys } from './query-keys.ts';

/** The delay of a repeat, in milliseconds: by the server's clock it may not have expired yet. */
const REPEAT_MS = 1000;

interface Clock {
  /** Epoch milliseconds by the server. */
  now: () => number;
  /** Called when the clock is corrected. @returns unsubscribes */
  subscribe: (listener: () => void) => () => void;
}

/** How often expired items leave the cache, and how long after their end: until then rows say that they have expired. Milliseconds. */
const DROP_MS = 60_000;

/**
 * Fetches unread counts and previews again when a crud or message expires that they include, because no event announces that.
 * Expired cruds and messages leave the cache within two minutes.
 * @returns stops it
 */
export function followExpiry(client: QueryClient, clock: Clock, timers: Timers): () => void {
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
  /** Up to which time items were dropped. */
  let droppedUntil = -Infinity;

  function drop(): void {
    droppedUntil = clock.now() - DROP_MS;
    dropExpired(client, droppedUntil);
  }

  /** This machine's clock may have been ahead. */
  function onClockCorrected(): void {
    schedule();
    if (clock.now() >= droppedUntil) return;
    droppedUntil = -Infinity;
    void client.invalidateQueries({ predicate: hasExpiringItems });
  }

  const stopDropping = timers.every(DROP_MS, drop);
  const unsubscribe = clock.subscribe(onClockCorrected);
  schedule();
  return () => {
    stopWatching();
    stopDropping();
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

function hasExpiringItems(query: Query): boolean {
  return isActivityList(query) || query.queryKey[0] === 'messages';
}

/** @param until epoch milliseconds: what has expired by then is dropped */
function dropExpired(client: QueryClient, until: number): void {
  updateCachedLists<InfiniteData<ProfilePage>>(client, { queryKey: ['profile'] }, (data) => {
    const expired = data.pages
      .flatMap(({ items }) => items)
      .filter(({ expires_at }) => isExpired(expires_at, until));
    if (expired.length === 0) return data;
    return { ...data, pages: data.pages.map((page) => withoutCounted(page, expired)) };
  });
  const readMarks = findReadMarks(client);
  const isKept = ({ uuid, expires_at }: ExpiringItem) => !isExpired(expires_at, until) || readMarks.has(uuid);
  updateCachedLists<InfiniteData<ExpiringPage>>(client, { predicate: hasExpiringItems }, (data) => {
    const pages = mapItems(data.pages, (page) => withItems(page, filterItems(page.items, isKept)));
    return pages === data.pages ? data : { ...data, pages };
  });
}

type ExpiringItem = { uuid: string; expires_at?: string | null };
type ExpiringPage = Page<ExpiringItem, unknown>;

/** The messages up to which others have read: their place says so of older ones, even after their end. */
function findReadMarks(client: QueryClient): ReadonlySet<string | null> {
  const messages = client.getQueriesData<InfiniteData<MessagesPage>>({ queryKey: ['messages'] });
  const conversations = client.getQueryData<InfiniteData<ConversationsPage>>(queryKeys.conversations);
  return new Set([
    ...messages.flatMap(([, data]) => data?.pages.map(({ head }) => head.read_uuid) ?? []),
    ...(conversations?.pages.flatMap(({ items }) => items.map(({ read_uuid }) => read_uuid)) ?? []),
  ]);
}

/** The shown number leaves out the expired cruds on the page, and the page will lack them. */
function withoutCounted({ head, ...page }: ProfilePage, expired: readonly Activity[]): ProfilePage {
  const counted = expired.filter((item) => isCountedOnProfile(item, head)).length;
  return { ...page, head: { ...head, cruds_count: Math.max(0, head.cruds_count - counted) } };
}
