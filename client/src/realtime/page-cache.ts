import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { Me, StreamEvent } from '@cruddur/shared';
import { avatarVersions } from '../api/avatar-versions.ts';
import { keys } from '../api/query-keys.ts';
import type { Viewer } from './effect.ts';
import { isPageKind, type AnyPage } from './effects.ts';
import { isActivityList, patchActivities } from './patch-activities.ts';
import { createNews, type CachedList, type News } from './news.ts';

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
      const query = cache.get(id);
      const data = query?.state.data as InfiniteData<AnyPage> | undefined;
      if (query && data)
        client.setQueryData(query.queryKey, { ...data, pages }, { updatedAt: query.state.dataUpdatedAt });
    },
    refetchEverything: () => void client.invalidateQueries(),
    recount() {
      clearTimeout(recount);
      recount = setTimeout(
        () => void client.invalidateQueries({ predicate: isActivityList }),
        Math.random() * RECOUNT_WITHIN_MS,
      );
    },
    own(event) {
      avatarVersions.learn(event.data);
      if (event.kind === 'profile.updated' && event.data.avatar_version === 0)
        avatarVersions.forget(event.data.cognito_user_uuid);
      ownNumbers({ client, viewer: viewer(), event, refetch });
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
  const data = query.state.data as InfiniteData<AnyPage> | undefined;
  return isPageKind(kind) && data ? { id: query.queryHash, kind, pages: data.pages } : null;
}

interface OwnNews {
  client: QueryClient;
  viewer: Viewer;
  event: StreamEvent;
  refetch: (id: string) => void;
}

/** The badges are absolute numbers of the server: said by the event, or asked for again. */
function ownNumbers({ client, viewer, event, refetch }: OwnNews): void {
  switch (event.kind) {
    case 'notifications.read':
      client.setQueryData<Me>(
        keys.me,
        (me) => me && { ...me, unread: { ...me.unread, notifications: event.data.unread } },
      );
      return;
    case 'profile.updated':
      if (event.data.cognito_user_uuid !== viewer.cognito_id) return;
      client.setQueryData<Me>(keys.me, (me) => me && { ...me, ...event.data });
      return;
    case 'message.created':
      if (event.data.cognito_user_uuid === viewer.cognito_id) return;
      refetch(JSON.stringify(keys.me));
      return;
    case 'notification.created': {
      // What somebody did to an own crud brings the crud's absolute counts along.
      const { uuid, likes_count, reposts_count, replies_count, reason } = event.data;
      if (reason === 'like' || reason === 'repost')
        patchActivities(client, uuid, { likes_count, reposts_count, replies_count });
      refetch(JSON.stringify(keys.me));
      return;
    }
    case 'messages.erased':
    case 'read.updated':
      refetch(JSON.stringify(keys.me));
      return;
    default:
  }
}
