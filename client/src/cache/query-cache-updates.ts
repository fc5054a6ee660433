import type { AnyPage } from '../api/pages.ts';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { AvatarVersions } from '../api/avatar-versions.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { updateCachedLists, isActivityList, patchActivities } from './cached-lists.ts';
import type { Viewer } from './cache-reducer.ts';
import { PRIVACY_KEY } from './privacy-key.ts';
import { type CachedList, type CacheUpdates, createCacheUpdates, isPageKind } from './cache-updates.ts';

/** The data of a query: the pages of a list, or a single page. */
type CachedPages = InfiniteData<AnyPage> | AnyPage;

/** The delay of refetches, in milliseconds: a burst of events causes one. */
const REFETCH_DELAY_MS = 50;
/** After a gateway restart all its tabs reconnect at once; their refetches of counts are spread over this time. */
export const COUNTS_REFETCH_SPREAD_MS = 3000;

export interface QueryCacheUpdatesParts {
  client: QueryClient;
  viewer: () => Viewer;
  runtime: Pick<Runtime, 'timers' | 'random'>;
  avatarVersions: Pick<AvatarVersions, 'recordVersions' | 'removeVersion'>;
}

/** Connects the cache updates with the query cache, and follows its fetches until `stop`. */
export function createQueryCacheUpdates({
  client,
  viewer,
  runtime: { timers, random },
  avatarVersions,
}: QueryCacheUpdatesParts): {
  cacheUpdates: CacheUpdates;
  stop: () => void;
} {
  const cache = client.getQueryCache();
  /** By query, the function that cancels its refetch. */
  const refetches = new Map<string, () => void>();
  let cancelCountsRefetch: (() => void) | undefined;

  function refetch(id: string): void {
    if (refetches.has(id)) return;
    const cancelRefetch = timers.after(REFETCH_DELAY_MS, () => {
      refetches.delete(id);
      const query = cache.get(id);
      if (query) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
    refetches.set(id, cancelRefetch);
  }

  const cacheUpdates = createCacheUpdates({
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
      cancelCountsRefetch?.();
      cancelCountsRefetch = timers.after(
        random() * COUNTS_REFETCH_SPREAD_MS,
        () => void client.invalidateQueries({ predicate: isActivityList }),
      );
    },
    recordEvent(event) {
      avatarVersions.recordVersions(event.data);
      if (event.kind === 'profile.updated' && event.data.avatar_version === 0)
        avatarVersions.removeVersion(event.data.cognito_user_uuid);
      if (event.kind === 'privacy.changed') void client.invalidateQueries({ queryKey: PRIVACY_KEY });
      if (event.kind !== 'notification.created') return;
      // A notification of a like or repost contains the crud's absolute counts.
      const { uuid, likes_count, reposts_count, replies_count, reason } = event.data;
      if (reason === 'like' || reason === 'repost')
        patchActivities(client, uuid, { likes_count, reposts_count, replies_count });
    },
    setCounts: (uuid, counts) => patchActivities(client, uuid, counts),
  });

  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const list = listOf(event.query as Query);
    if (list) cacheUpdates.onListFetched(list);
  });
  return {
    cacheUpdates,
    stop() {
      unsubscribe();
      for (const cancelRefetch of refetches.values()) cancelRefetch();
      cancelCountsRefetch?.();
    },
  };
}

/** The list of a query; null while it has none, and for other queries. */
export function listOf(query: Query): CachedList | null {
  const kind: unknown = query.queryKey[0];
  const data = query.state.data as CachedPages | undefined;
  return isPageKind(kind) && data ? { id: query.queryHash, kind, pages: pagesIn(data) } : null;
}

function pagesIn(data: CachedPages): AnyPage[] {
  return 'pages' in data ? data.pages : [data];
}
