import type { Activity } from '@cruddur/shared';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { updateCachedLists } from './update-cached-lists.ts';
import type { Page } from '../api/pages.ts';
import { changeActivities, isActivityList } from './patch-activities.ts';

type Activities = InfiniteData<Page<Activity, unknown>>;

/**
 * Puts what the server has just answered at the top of a cached list, unless its event was faster. The event that follows
 * carries the same uuid and only settles its place among the others.
 */
export function insertOnTop(client: QueryClient, queryKey: QueryKey, item: { uuid: string }): void {
  updateCachedLists<InfiniteData<Page<{ uuid: string }, unknown>>>(
    client,
    { queryKey, exact: true },
    (data) => {
      const [first, ...others] = data.pages;
      if (!first) return data;
      if (data.pages.some(({ items }) => items.some(({ uuid }) => uuid === item.uuid))) return data;
      return { ...data, pages: [{ ...first, items: [item, ...first.items] }, ...others] };
    },
  );
}

/**
 * Takes a crud out of every cached list, as after burning it, and a reply off the count of what it answered; the event that
 * follows finds nothing left to do. How many cruds a person has now, the server says.
 */
export function removeFromLists(client: QueryClient, uuid: string): void {
  const lists = client.getQueriesData<Activities>({ predicate: isActivityList });
  const known = lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ items }) => items);
  const parent = known.find((item) => item.uuid === uuid)?.reply_to_activity_uuid;
  updateCachedLists<Activities>(client, { predicate: isActivityList }, (data) => {
    if (!isShown(data, uuid)) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.uuid !== uuid),
    }));
    return { ...data, pages };
  });
  const profiles = lists.filter(([[kind], data]) => kind === 'profile' && data && isShown(data, uuid));
  for (const [queryKey] of profiles) void client.invalidateQueries({ queryKey, exact: true });
  if (parent)
    changeActivities(client, parent, ({ replies_count }) => ({
      replies_count: Math.max(0, replies_count - 1),
    }));
}

function isShown({ pages }: Activities, uuid: string): boolean {
  return pages.some(({ items }) => items.some((item) => item.uuid === uuid));
}
