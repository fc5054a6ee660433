import type { Activity } from '@cruddur/shared';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { updateCachedLists } from './update-cached-lists.ts';
import type { AnyPage } from './event-reducers.ts';

/** The absolute values an answer or a `counts` notice can set on an activity wherever it is shown. */
export type ActivityPatch = Partial<
  Pick<Activity, 'liked' | 'reposted' | 'likes_count' | 'reposts_count' | 'replies_count'>
>;

const ACTIVITY_LISTS: readonly unknown[] = ['home', 'notifications', 'profile', 'post', 'search'];

/** Whether a query's answer shows activities, with their counts. */
export function isActivityList({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return ACTIVITY_LISTS.includes(queryKey[0]);
}

/** Sets values on one activity in every cached list; lists that do not show it keep their identity. */
export function patchActivities(client: QueryClient, uuid: string, patch: ActivityPatch): void {
  changeActivities(client, uuid, () => patch);
}

/** Changes one activity in every cached list by what it is there. */
export function changeActivities(
  client: QueryClient,
  uuid: string,
  patchOf: (activity: Activity) => ActivityPatch,
): void {
  const change = (thing: unknown) => (isActivity(thing, uuid) ? { ...thing, ...patchOf(thing) } : thing);
  updateCachedLists<InfiniteData<AnyPage>>(client, { predicate: isActivityList }, (data) => {
    if (!data.pages.some(({ head, items }) => [head, ...items].some((thing) => isActivity(thing, uuid))))
      return data;
    const pages = data.pages.map((page) => ({
      ...page,
      head: change(page.head),
      items: page.items.map(change),
    }));
    return { ...data, pages };
  });
}

function isActivity(thing: unknown, uuid: string): thing is Activity {
  return typeof thing === 'object' && thing !== null && 'uuid' in thing && thing.uuid === uuid;
}
