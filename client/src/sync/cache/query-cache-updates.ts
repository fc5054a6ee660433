import { ApiError } from '../../base/http/api-error.ts';
import type { AnyPage } from '../../base/http/pages.ts';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { AvatarVersions } from '../../base/http/avatar-versions.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { updateCachedLists, isActivityList, patchActivities } from './cached-lists.ts';
import type { Viewer } from './cache-reducer.ts';
import {
  type CachedList,
  type CacheUpdates,
  createCacheUpdates,
  isPageKind,
  type CacheUpdatesPorts,
} from './cache-updates.ts';
import type { StreamEvent, PrivacyChange, PrivacySettings } from '@cruddur/shared';

/** The data of a query: the pages of a list, or a single page. */
type CachedPages = InfiniteData<AnyPage> | AnyPage;

/** The delay of refetches, in milliseconds: a burst of events causes one. */
const REFETCH_DELAY_MS = 50;
/** The delay after the first failure of a refetch, in milliseconds; each further one in a row doubles it, up to the maximum. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 5000;
/** After a gateway restart all its tabs reconnect at once; their refetches of counts are spread over this time. */
export const COUNTS_REFETCH_SPREAD_MS = 3000;

export interface QueryCacheUpdatesParts {
  client: QueryClient;
  viewer: () => Viewer;
  runtime: Pick<Runtime, 'timers' | 'random'>;
  avatarVersions: Pick<AvatarVersions, 'recordVersions' | 'removeVersion'>;
  viewerFilters?: CacheUpdatesPorts['viewerFilters'];
  /** Called with each event, in this order, once the lists have it. */
  onApplied?: readonly ((event: StreamEvent) => void)[];
}

/** Connects the cache updates with the query cache, and follows its fetches until `stop`. */
export function createQueryCacheUpdates({
  client,
  viewer,
  runtime: { timers, random },
  avatarVersions,
  viewerFilters = [],
  onApplied = [],
}: QueryCacheUpdatesParts): {
  cacheUpdates: CacheUpdates;
  stop: () => void;
} {
  const cache = client.getQueryCache();
  /** By query, the function that cancels its refetch. */
  const refetches = new Map<string, () => void>();
  let cancelCountsRefetch: (() => void) | undefined;

  /** By query, how often in a row its refetch failed. */
  const failures = new Map<string, number>();

  function refetch(id: string, delayMs = REFETCH_DELAY_MS): void {
    if (refetches.has(id)) return;
    const cancelRefetch = timers.after(delayMs, () => {
      refetches.delete(id);
      const query = cache.get(id);
      if (query) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
    refetches.set(id, cancelRefetch);
  }

  /** The list lacks something until then: events do not come again. A further page is requested again by hand. */
  function retry({ queryHash, state: { fetchMeta, error } }: Query): void {
    if (fetchMeta?.fetchMore || !isTransient(error)) return;
    const failed = failures.get(queryHash) ?? 0;
    failures.set(queryHash, failed + 1);
    refetch(queryHash, Math.min(RETRY_MS * 2 ** failed, MAX_RETRY_MS));
  }

  const cacheUpdates = createCacheUpdates({
    viewer,
    viewerFilters,
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
    onApplied(event) {
      for (const listener of onApplied) listener(event);
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
    const query = event.query as Query;
    if (event.type === 'removed') failures.delete(query.queryHash);
    if (event.type !== 'updated') return;
    const list = listOf(query);
    if (!list) return;
    if (event.action.type === 'error') retry(query);
    if (event.action.type !== 'success' || event.action.manual) return;
    failures.delete(query.queryHash);
    cacheUpdates.onListFetched(list);
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

/** Whether the same request may succeed later: nothing answered, the token is being renewed, or the server is busy. */
function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || [0, 401, 429].includes(error.status) || error.status >= 500;
}

/** Apart from `query-keys`, which is in the first chunk. The event `privacy.changed` makes the query stale. */
export const PRIVACY_KEY = ['privacy'] as const;

/** Shows a change before its answer. @returns the settings before it */
export function showPrivacyChange(client: QueryClient, change: PrivacyChange): PrivacySettings | undefined {
  const before = client.getQueryData<PrivacySettings>(PRIVACY_KEY);
  updateCachedLists<PrivacySettings>(client, { queryKey: PRIVACY_KEY, exact: true }, (settings) => ({
    ...settings,
    ...change,
  }));
  return before;
}

/** Fetches the settings once the last of the changes in progress has ended, because an earlier answer lacks the later ones. */
export function onPrivacyChangeSettled(client: QueryClient): void {
  if (client.isMutating({ mutationKey: PRIVACY_KEY }) > 1) return;
  void client.invalidateQueries({ queryKey: PRIVACY_KEY });
}
