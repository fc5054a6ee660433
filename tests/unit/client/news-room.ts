import type { StreamEvent } from '@cruddur/shared';
import type { AnyPage, PageKind } from '../../../client/src/realtime/effects.ts';
import { createNews, type CachedList, type News } from '../../../client/src/realtime/news.ts';
import { viewer } from './history.ts';

/** News on a cache that is a plain map: one list of each kind, named after it. */
export function newsRoom() {
  const lists = new Map<PageKind, CachedList>();
  const refetched: string[] = [];
  const news: News = createNews({
    viewer: () => viewer,
    lists: () => [...lists.values()],
    replace: (id, pages) => put(id as PageKind, pages),
    refetch: (id) => refetched.push(id),
    refetchEverything: () => refetched.push('everything'),
    recount: () => refetched.push('counts'),
    learn: () => undefined,
    setCounts: () => undefined,
  });

  function put(kind: PageKind, pages: AnyPage[]): CachedList {
    const list = { id: kind, kind, pages };
    lists.set(kind, list);
    return list;
  }

  return {
    news,
    refetched,
    hear: (event: StreamEvent) => news.hear({ stream: 'public', event }),
    arrive: (kind: PageKind, ...pages: AnyPage[]) => news.arrived(put(kind, pages)),
    items: (kind: PageKind) => lists.get(kind)?.pages.flatMap((page) => page.items) ?? [],
    head: (kind: PageKind) => lists.get(kind)?.pages[0]?.head,
  };
}
