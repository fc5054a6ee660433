import type { Activity } from '@cruddur/shared';
import {
  notifyManager,
  type InfiniteData,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import type { Signal } from '../../base/signal.ts';
import type { AnyPage, Page } from '../../base/http/pages.ts';
import { QUERY_UPDATES } from './query-keys.ts';

/**
 * Changes cached lists without a fetch: their age and invalidation stay. Lists that `change` returns unchanged keep their
 * identity.
 */
export function updateCachedLists<Data>(
  client: QueryClient,
  filters: QueryFilters,
  change: (data: Data) => Data,
): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll(filters)) {
      const data = query.state.data as Data | undefined;
      const next = data && change(data);
      if (next !== data) query.setState({ data: next });
    }
  });
}

/**
 * Fetches a list again from its beginning. Its later pages are dropped, and load again when they are scrolled to. Further calls
 * do not start a running fetch anew.
 */
export function fetchFromStart(client: QueryClient, queryKey: QueryKey): void {
  const { isInvalidated, fetchStatus } = client.getQueryState(queryKey) ?? {};
  if (isInvalidated && fetchStatus === 'fetching') return;
  updateCachedLists<InfiniteData<AnyPage>>(client, { queryKey, exact: true }, (list) => ({
    pages: list.pages.slice(0, 1),
    pageParams: list.pageParams.slice(0, 1),
  }));
  void client.invalidateQueries({ queryKey, exact: true });
}

/** The page after an answer has changed it, until the event that follows. @param uuid of the changed entity */
export function withUnconfirmed<P extends AnyPage>(page: P, uuid: string): P {
  return { ...page, unconfirmed: [...(page.unconfirmed ?? []), uuid] };
}

/** The absolute values that a response or a `counts` message sets on an activity in all lists. */
export type ActivityPatch = Partial<
  Pick<Activity, 'liked' | 'reposted' | 'likes_count' | 'reposts_count' | 'replies_count'>
>;

/** Whether a query's data contains activities. */
export function isActivityList({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  const updates: Readonly<Record<string, string>> = QUERY_UPDATES;
  return updates[String(queryKey[0])] === 'activities';
}

/** Sets values on one activity in every cached list; lists without it keep their identity. */
export function patchActivities(client: QueryClient, uuid: string, patch: ActivityPatch): void {
  changeActivities(client, uuid, () => patch);
}

function changeActivities(
  client: QueryClient,
  uuid: string,
  patchOf: (activity: Activity) => ActivityPatch,
): void {
  const change = (entity: unknown) => (isActivity(entity, uuid) ? { ...entity, ...patchOf(entity) } : entity);
  updateCachedLists<InfiniteData<AnyPage>>(client, { predicate: isActivityList }, (data) => {
    if (!data.pages.some(({ head, items }) => [head, ...items].some((entity) => isActivity(entity, uuid))))
      return data;
    const pages = data.pages.map((page) => ({
      ...page,
      head: change(page.head),
      items: page.items.map(change),
    }));
    return { ...data, pages };
  });
}

/** A crud or reply as the first cached list has it that contains it. */
export function watchActivity(client: QueryClient, uuid: string): Signal<Activity | undefined> {
  const cache = client.getQueryCache();
  return {
    subscribe: (listener) => cache.subscribe(listener),
    getSnapshot() {
      for (const { state } of cache.findAll({ predicate: isActivityList })) {
        const { pages } = (state.data as InfiniteData<AnyPage> | undefined) ?? { pages: [] };
        for (const entity of pages.flatMap(({ head, items }) => [head, ...items]))
          if (isActivity(entity, uuid)) return entity;
      }
      return undefined;
    },
  };
}

function isActivity(entity: unknown, uuid: string): entity is Activity {
  return typeof entity === 'object' && entity !== null && 'uuid' in entity && entity.uuid === uuid;
}

type Activities = InfiniteData<Page<Activity, unknown>>;

/**
 * Removes a burned crud from every cached list, and a reply from its parent's count; the event that follows changes nothing
 * more. The profile is fetched again, because only the server knows its number of cruds.
 */
export function removeFromLists(client: QueryClient, uuid: string): void {
  const lists = client.getQueriesData<Activities>({ predicate: isActivityList });
  const known = lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ items }) => items);
  const parent = known.find((item) => item.uuid === uuid)?.reply_to_activity_uuid;
  updateCachedLists<Activities>(client, { predicate: isActivityList }, (data) => {
    if (!isShown(data, uuid)) return data;
    const pages = data.pages.map((page) => ({
      ...withUnconfirmed(page, uuid),
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
