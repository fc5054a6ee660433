import type { Activity, EventData, Profile, PublicActivity, StreamEvent } from '@cruddur/shared';
import { filterItems, REFETCH } from './cache-reducer.ts';

/** A crud of the public stream, for a viewer who has neither liked nor reposted it. */
export function toUnmarkedActivity(data: PublicActivity): Activity {
  return { ...data, liked: false, reposted: false };
}

/** Whether the number of cruds of a profile includes an item of its page: one of its own, neither a reply nor a repost. */
export function isCountedOnProfile(item: Activity, profile: Pick<Profile, 'cognito_user_uuid'>): boolean {
  const isOwn = item.cognito_user_uuid === profile.cognito_user_uuid;
  return isOwn && item.reply_to_activity_uuid === null && item.reposted_by == null;
}

/** Applies an event to one activity. @returns the same object when nothing changes */
export function applyEventToActivity<A extends Activity>(activity: A, event: StreamEvent): A {
  switch (event.kind) {
    case 'profile.updated':
      return withAuthorName(activity, event.data);
    case 'activity.mine': {
      const { uuid, liked, reposted } = event.data;
      if (activity.uuid !== uuid || (activity.liked === liked && activity.reposted === reposted))
        return activity;
      return { ...activity, liked, reposted };
    }
    case 'reply.created':
      // Exact, because the page's `asOf` admits each event once: the count is the snapshot's plus the replies after it.
      if (event.data.reply_to_activity_uuid !== activity.uuid) return activity;
      return { ...activity, replies_count: activity.replies_count + 1 };
    default:
      return activity;
  }
}

/** Sets a changed name on an entity that contains its author's name. */
export function withAuthorName<T extends { cognito_user_uuid: string; display_name: string; handle: string }>(
  entity: T,
  { cognito_user_uuid, display_name, handle }: Pick<Profile, 'cognito_user_uuid' | 'display_name' | 'handle'>,
): T {
  if (entity.cognito_user_uuid !== cognito_user_uuid) return entity;
  if (entity.display_name === display_name && entity.handle === handle) return entity;
  return { ...entity, display_name, handle };
}

/** Inserts an item at the top, or moves it there, so that the final order is the stream's. */
export function putFirst<T>(items: T[], item: T, isSame: (other: T) => boolean): T[] {
  return [item, ...items.filter((other) => !isSame(other))];
}

/**
 * Whether a burn removes an activity: the burned crud itself, or one of its replies, which have no events of their own.
 * REFETCH where only the server knows, because the burned replies are too many to list.
 */
export function isBurned(
  { uuid, reply_to_activity_uuid: parent }: Pick<Activity, 'uuid' | 'reply_to_activity_uuid'>,
  { uuid: burned, nested = [] }: EventData<'activity.deleted'>,
): boolean | typeof REFETCH {
  if (uuid === burned || parent === burned) return true;
  if (parent === null) return false;
  return nested === 'too many' ? REFETCH : nested.includes(uuid) || nested.includes(parent);
}

/** The items that remain after a burn, the same list if all do; REFETCH where only the server knows. */
export function withoutBurned<A extends Activity>(
  items: A[],
  data: EventData<'activity.deleted'>,
): A[] | typeof REFETCH {
  if (items.some((item) => isBurned(item, data) === REFETCH)) return REFETCH;
  return filterItems(items, (item) => isBurned(item, data) === false);
}

/**
 * The items that remain after the erasure of a user, the same list if all do; REFETCH where a reply may have been deleted with
 * a crud of that user.
 * @param existing a crud that is known to exist
 */
export function withoutErased<A extends Activity>(
  items: A[],
  user: string,
  existing: string | null = null,
): A[] | typeof REFETCH {
  const remaining = filterItems(items, (item) => item.cognito_user_uuid !== user);
  const isUnsure = remaining.some(
    ({ reply_to_activity_uuid: parent }) => parent !== null && parent !== existing,
  );
  return isUnsure ? REFETCH : remaining;
}
