import type { AnyPage } from '../../../client/src/api/pages.ts';
import type { StreamEvent } from '@cruddur/shared';
import {
  type CachedList,
  type CacheUpdates,
  createCacheUpdates,
} from '../../../client/src/cache/cache-updates.ts';
import type { PageKind } from '../../../client/src/cache/query-keys.ts';
import { viewer } from './sample-events.ts';

/** Cache updates on a plain map: one list of each kind, under its name. */
export function createUpdatesFixture() {
  const lists = new Map<PageKind, CachedList>();
  const refetched: string[] = [];
  const cacheUpdates: CacheUpdates = createCacheUpdates({
    viewer: () => viewer,
    lists: () => [...lists.values()],
    replace: (id, pages) => put(id as PageKind, pages),
    refetch: (id) => refetched.push(id),
    refetchEverything: () => refetched.push('everything'),
    refetchCounts: () => refetched.push('counts'),
    recordEvent: () => undefined,
    setCounts: () => undefined,
  });

  function put(kind: PageKind, pages: AnyPage[]): CachedList {
    const list = { id: kind, kind, pages };
    lists.set(kind, list);
    return list;
  }

  return {
    cacheUpdates,
    refetched,
    receive: (event: StreamEvent) => cacheUpdates.applyEvent({ stream: 'public', event }),
    addFetched: (kind: PageKind, ...pages: AnyPage[]) => cacheUpdates.onListFetched(put(kind, pages)),
    items: (kind: PageKind) => lists.get(kind)?.pages.flatMap((page) => page.items) ?? [],
    head: (kind: PageKind) => lists.get(kind)?.pages[0]?.head,
  };
}
