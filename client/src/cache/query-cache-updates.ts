import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { avatarVersions } from '../api/avatar-versions.ts';
import { updateCachedLists, isActivityList, patchActivities } from './cached-lists.ts';
import type { Viewer } from './cache-reducer.ts';
import { isPageKind, type AnyPage } from './event-reducers.ts';
import { createCacheUpdates, type CachedList, type CacheUpdates } from './cache-updates.ts';

/** What stands in the cache: pages that follow each other, or a single one. */
type CachedPages = InfiniteData<AnyPage> | AnyPage;

/** How long refetches that events ask for are gathered, in milliseconds: a burst asks once. */
const REFETCH_DELAY_MS = 50;
/** All tabs of a gateway that went return at once: within this long, in milliseconds, each asks for counts at its own moment. */
export const COUNTS_REFETCH_SPREAD_MS = 3000;

/** Wires the news to the query cache. @returns the news and how to stop following the cache */
export function createQueryCacheUpdates(
  client: QueryClient,
  viewer: () => Viewer,
): { cacheUpdates: CacheUpdates; stop: () => void } {
  const cache = client.getQueryCache();
  const refetchTimers = new Map<string, ReturnType<typeof setTimeout>>();
  let recount: ReturnType<typeof setTimeout> | undefined;

  function refetch(id: string): void {
    if (refetchTimers.has(id)) return;
    const later = setTimeout(() => {
      refetchTimers.delete(id);
      const query = cache.get(id);
      if (query) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }, REFETCH_DELAY_MS);
    refetchTimers.set(id, later);
  }

  const news = createCacheUpdates({
    viewer,
    refetch,
    lists: () => cache.getAll().flatMap((query) => listOf(query) ?? []),
    replace(id, pages) {
      const predicate = ({ queryHash }: Query) => queryHash === id;
      updateCachedLists<CachedPages>(client, { predicate }, (data) =>
        'pages' in data ? { ...data, pages } : (pages[0] ?? data),
      );
    },
    refetchEverything: () => void client.invalidateQueries(),
    refetchCounts() {
      clearTimeout(recount);
      recount = setTimeout(
        () => void client.invalidateQueries({ predicate: isActivityList }),
        Math.random() * COUNTS_REFETCH_SPREAD_MS,
      );
    },
    recordEvent(event) {
      avatarVersions.recordVersions(event.data);
      if (event.kind === 'profile.updated' && event.data.avatar_version === 0)
        avatarVersions.removeVersion(event.data.cognito_user_uuid);
      if (event.kind !== 'notification.created') return;
      // What somebody did to an own crud brings the crud's absolute counts along.
      const { uuid, likes_count, reposts_count, replies_count, reason } = event.data;
      if (reason === 'like' || reason === 'repost')
        patchActivities(client, uuid, { likes_count, reposts_count, replies_count });
    },
    setCounts: (uuid, counts) => patchActivities(client, uuid, counts),
  });

  const unsubscribe = cache.subscribe((notice) => {
    if (notice.type !== 'updated' || notice.action.type !== 'success' || notice.action.manual) return;
    const list = listOf(notice.query as Query);
    if (list) news.onListFetched(list);
  });
  return {
    cacheUpdates: news,
    stop() {
      unsubscribe();
      for (const later of refetchTimers.values()) clearTimeout(later);
      clearTimeout(recount);
    },
  };
}

function listOf(query: Query): CachedList | null {
  const kind: unknown = query.queryKey[0];
  const data = query.state.data as CachedPages | undefined;
  return isPageKind(kind) && data ? { id: query.queryHash, kind, pages: pagesIn(data) } : null;
}

function pagesIn(data: CachedPages): AnyPage[] {
  return 'pages' in data ? data.pages : [data];
}
