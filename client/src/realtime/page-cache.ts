import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { avatarVersions } from '../api/avatar-versions.ts';
import { changeLists } from '../api/change-lists.ts';
import type { Viewer } from './effect.ts';
import { isPageKind, type AnyPage } from './effects.ts';
import { isActivityList, patchActivities } from './patch-activities.ts';
import { createNews, type CachedList, type News } from './news.ts';

/** What stands in the cache: pages that follow each other, or a single one. */
type Cached = InfiniteData<AnyPage> | AnyPage;

/** How long refetches that events ask for are gathered, in milliseconds: a burst asks once. */
const GATHER_MS = 50;
/** All tabs of a gateway that went return at once: within this long, in milliseconds, each asks for counts at its own moment. */
export const RECOUNT_WITHIN_MS = 3000;

/** Wires the news to the query cache. @returns the news and how to stop following the cache */
export function createCacheNews(client: QueryClient, viewer: () => Viewer): { news: News; stop: () => void } {
  const cache = client.getQueryCache();
  const stale = new Map<string, ReturnType<typeof setTimeout>>();
  let recount: ReturnType<typeof setTimeout> | undefined;

  function refetch(id: string): void {
    if (stale.has(id)) return;
    const later = setTimeout(() => {
      stale.delete(id);
      const query = cache.get(id);
      if (query) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }, GATHER_MS);
    stale.set(id, later);
  }

  const news = createNews({
    viewer,
    refetch,
    lists: () => cache.getAll().flatMap((query) => listOf(query) ?? []),
    replace(id, pages) {
      const predicate = ({ queryHash }: Query) => queryHash === id;
      changeLists<Cached>(client, { predicate }, (data) =>
        'pages' in data ? { ...data, pages } : (pages[0] ?? data),
      );
    },
    refetchEverything: () => void client.invalidateQueries(),
    recount() {
      clearTimeout(recount);
      recount = setTimeout(
        () => void client.invalidateQueries({ predicate: isActivityList }),
        Math.random() * RECOUNT_WITHIN_MS,
      );
    },
    learn(event) {
      avatarVersions.learn(event.data);
      if (event.kind === 'profile.updated' && event.data.avatar_version === 0)
        avatarVersions.forget(event.data.cognito_user_uuid);
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
    if (list) news.arrived(list);
  });
  return {
    news,
    stop() {
      unsubscribe();
      for (const later of stale.values()) clearTimeout(later);
      clearTimeout(recount);
    },
  };
}

function listOf(query: Query): CachedList | null {
  const kind: unknown = query.queryKey[0];
  const data = query.state.data as Cached | undefined;
  return isPageKind(kind) && data ? { id: query.queryHash, kind, pages: pagesIn(data) } : null;
}

function pagesIn(data: Cached): AnyPage[] {
  return 'pages' in data ? data.pages : [data];
}
