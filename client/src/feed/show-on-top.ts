import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '../api/pages.ts';

/**
 * Puts what the server has just answered at the top of a cached list, unless its event was faster. The event that follows
 * carries the same uuid and only settles its place among the others.
 */
export function showOnTop(client: QueryClient, queryKey: QueryKey, item: { uuid: string }): void {
  client.setQueryData<InfiniteData<Page<{ uuid: string }, unknown>>>(queryKey, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (!data || !first) return data;
    if (data.pages.some(({ items }) => items.some(({ uuid }) => uuid === item.uuid))) return data;
    return { ...data, pages: [{ ...first, items: [item, ...first.items] }, ...others] };
  });
}

/** Takes a thing out of every cached list, as after burning it; the event that follows finds nothing left to do. */
export function takeAway(client: QueryClient, uuid: string): void {
  client.setQueriesData<InfiniteData<Page<{ uuid: string }, unknown>>>(
    {
      predicate: ({ queryKey }) => ['home', 'profile', 'notifications', 'post'].includes(String(queryKey[0])),
    },
    (data) => {
      if (!data?.pages.some(({ items }) => items.some((item) => item.uuid === uuid))) return data;
      const pages = data.pages.map((page) => ({
        ...page,
        items: page.items.filter((item) => item.uuid !== uuid),
      }));
      return { ...data, pages };
    },
  );
}
