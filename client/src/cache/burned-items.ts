import type { Activity, EventData } from '@cruddur/shared';
import { filterItems, REFETCH } from './cache-reducer.ts';

/**
 * Whether a burning took an activity: the burned crud itself, or one of its replies, which have no events of their own.
 * REFETCH where only the server knows, because the burned replies are too many to name.
 */
export function isBurned(
  { uuid, reply_to_activity_uuid: parent }: Pick<Activity, 'uuid' | 'reply_to_activity_uuid'>,
  { uuid: burned, nested = [] }: EventData<'activity.deleted'>,
): boolean | typeof REFETCH {
  if (uuid === burned || parent === burned) return true;
  if (parent === null) return false;
  return nested === 'too many' ? REFETCH : nested.includes(uuid) || nested.includes(parent);
}

/**
 * The items that the erasure of a person leaves, the same list when it takes none; REFETCH where a reply may have gone with
 * a crud of that person.
 * @param alive a crud that is known to stay
 */
export function withoutErased<A extends Activity>(
  items: A[],
  person: string,
  alive: string | null = null,
): A[] | typeof REFETCH {
  const left = filterItems(items, (item) => item.cognito_user_uuid !== person);
  const isUnsure = left.some(({ reply_to_activity_uuid: parent }) => parent !== null && parent !== alive);
  return isUnsure ? REFETCH : left;
}

/** The items that a burning leaves, the same list when it takes none; REFETCH where only the server knows. */
export function withoutBurned<A extends Activity>(
  items: A[],
  data: EventData<'activity.deleted'>,
): A[] | typeof REFETCH {
  if (items.some((item) => isBurned(item, data) === REFETCH)) return REFETCH;
  return filterItems(items, (item) => isBurned(item, data) === false);
}
