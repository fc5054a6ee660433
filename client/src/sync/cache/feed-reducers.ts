import {
  ERASED_NAME,
  type Activity,
  type Notification,
  type Profile,
  type PublicActivity,
  type ShortUser,
  type StreamEvent,
} from '@cruddur/shared';
import type {
  FeedPage,
  NotificationsPage,
  PostPage,
  ProfilePage,
  SearchPage,
} from '../../base/http/pages.ts';
import {
  applyEventToActivity,
  isBurned,
  isCountedOnProfile,
  putFirst,
  toUnmarkedActivity,
  withoutBurned,
  withoutErased,
} from './activity-reducers.ts';
import { mapItems, REFETCH, withItems, type CacheReducer, type ReducerContext } from './cache-reducer.ts';

export const homeReducer: CacheReducer<FeedPage> = (page, event, { isFirstPage }) => {
  if (event.kind === 'activity.created')
    return isFirstPage ? withItems(page, insertActivity(page.items, event.data)) : page;
  return applyToItems(page, event);
};

export const notificationsReducer: CacheReducer<NotificationsPage> = (page, event, { isFirstPage }) => {
  switch (event.kind) {
    case 'notification.created': {
      const item = event.data;
      return isFirstPage ? withItems(page, putFirst(page.items, item, isSameNotification(item))) : page;
    }
    case 'notifications.read':
      if (event.data.unread > 0) return REFETCH;
      return withItems(
        page,
        mapItems(page.items, (item) => (item.unread ? { ...item, unread: false } : item)),
      );
    case 'profile.updated':
      // The actor may have been erased, and only the server knows which notifications remain.
      if (page.items.some(({ actor }) => isRenamed(actor, event.data))) return REFETCH;
      return applyToItems(page, event);
    case 'person.hidden': {
      const { cognito_user_uuid: hidden } = event.data;
      const shown = page.items.filter(({ actor }) => actor.cognito_user_uuid !== hidden);
      return applyToItems(shown.length < page.items.length ? { ...page, items: shown } : page, event);
    }
    default:
      return applyToItems(page, event);
  }
};

export const profileReducer: CacheReducer<ProfilePage> = (page, event, context) => {
  const { head } = page;
  switch (event.kind) {
    case 'activity.created':
      if (event.data.cognito_user_uuid !== head.cognito_user_uuid) return page;
      return {
        ...page,
        head: { ...head, cruds_count: head.cruds_count + 1 },
        items: context.isFirstPage ? insertActivity(page.items, event.data) : page.items,
      };
    case 'activity.deleted':
      return burnOnProfilePage(page, event, context);
    case 'profile.updated':
      if (event.data.cognito_user_uuid !== head.cognito_user_uuid) return applyToItems(page, event);
      // A user may choose that name too, so the server decides whether the user exists.
      if (event.data.display_name === ERASED_NAME) return REFETCH;
      return {
        ...page,
        head: event.data,
        items: mapItems(page.items, (item) => applyEventToActivity(item, event)),
      };
    case 'person.hidden':
      if (event.data.cognito_user_uuid !== head.cognito_user_uuid) return applyToItems(page, event);
      return { ...page, head: { ...head, cruds_count: 0 }, items: [] };
    default:
      return applyToItems(page, event);
  }
};

/** Decrements the count for a crud on a loaded page; for others only the server may know whether they counted here. */
function burnOnProfilePage(
  page: ProfilePage,
  { seq, data }: Extract<StreamEvent, { kind: 'activity.deleted' }>,
  { pages, authorOf }: ReducerContext<ProfilePage>,
): ReturnType<typeof profileReducer> {
  const { head } = page;
  const isShown = pages.some(({ items }) => items.some((item) => item.uuid === data.uuid));
  const items = withoutBurned(page.items, data);
  if (items === REFETCH) return REFETCH;
  if (isShown) return removeFromProfilePage(page, { items, uuid: data.uuid, pages });
  const author = authorOf(data.uuid);
  const isOthers = author !== undefined && author !== head.cognito_user_uuid;
  // Pages newer than the burn prove nothing, because they lack the crud too.
  const areAllLoaded =
    pages.at(-1)?.next === null &&
    pages.every(({ asOf, missed = 0 }) => missed === 0 && (asOf?.public.seq ?? 0) < seq);
  return isOthers || areAllLoaded ? withItems(page, items) : REFETCH;
}

/** Only the profile's own cruds count, without replies. */
function removeFromProfilePage(
  page: ProfilePage,
  { items, uuid, pages }: { items: Activity[]; uuid: string; pages: readonly ProfilePage[] },
): ProfilePage {
  const { head } = page;
  const isCounted = pages
    .flatMap((one) => one.items)
    .some((item) => item.uuid === uuid && isCountedOnProfile(item, head));
  const rest = withItems(page, items);
  return isCounted ? { ...rest, head: { ...head, cruds_count: Math.max(0, head.cruds_count - 1) } } : rest;
}

export const postReducer: CacheReducer<PostPage> = (page, event, { isFirstPage }) => {
  if (event.kind === 'activity.deleted') {
    const isGone = isBurned(page.head, event.data);
    if (isGone === true) return { ...page, head: toBurnedActivity(page.head), items: [] };
    const items = isGone === REFETCH ? REFETCH : withoutBurned(page.items, event.data);
    if (items === REFETCH) return REFETCH;
    if (items === page.items) return page;
    const repliesCount = Math.max(0, page.head.replies_count - (page.items.length - items.length));
    return { ...page, items, head: { ...page.head, replies_count: repliesCount } };
  }
  if (isRemoval(event)) return removePersonFromPost(page, event.data);
  const head = applyEventToActivity(page.head, event);
  const isReply = event.kind === 'reply.created' && event.data.reply_to_activity_uuid === head.uuid;
  const items =
    isReply && isFirstPage
      ? insertActivity(page.items, event.data)
      : mapItems(page.items, (item) => applyEventToActivity(item, event));
  return head === page.head && items === page.items ? page : { ...page, head, items };
};

function removePersonFromPost(
  page: PostPage,
  { cognito_user_uuid: user }: Pick<Profile, 'cognito_user_uuid'>,
): PostPage | typeof REFETCH {
  const { head } = page;
  if (head.cognito_user_uuid === user) return { ...page, head: toBurnedActivity(head), items: [] };
  const items = head.reply_to_activity_uuid ? REFETCH : withoutErased(page.items, user, head.uuid);
  if (items === REFETCH) return REFETCH;
  return items === page.items ? page : { ...page, items };
}

export const searchReducer: CacheReducer<SearchPage> = (page, event) => {
  const isNew = event.kind === 'activity.created' || event.kind === 'reply.created';
  // Only the server knows what matches; most new texts certainly do not.
  if (isNew && canMatchSearch(page.head.term, event.data.message)) return REFETCH;
  return applyToItems(page, event);
};

/** Shows the burned state without a fetch, which would only return an error. */
function toBurnedActivity(activity: Activity): Activity {
  return { ...activity, message: '', expires_at: activity.created_at };
}

/** An activity that is listed already, because its author's tab inserted it, keeps its marks. */
function insertActivity(items: Activity[], data: PublicActivity): Activity[] {
  const known = items.find((item) => item.uuid === data.uuid);
  const item = known ? { ...known, ...data } : toUnmarkedActivity(data);
  return putFirst(items, item, (other) => other.uuid === item.uuid);
}

function applyToItems<P extends { items: Activity[] }>(page: P, event: StreamEvent): P | typeof REFETCH {
  const items = reduceItems(page.items, event);
  return items === REFETCH ? REFETCH : withItems(page, items);
}

function reduceItems<A extends Activity>(items: A[], event: StreamEvent): A[] | typeof REFETCH {
  if (event.kind === 'activity.deleted') return withoutBurned(items, event.data);
  if (isRemoval(event)) return withoutErased(items, event.data.cognito_user_uuid);
  return mapItems(items, (item) => applyEventToActivity(item, event));
}

type Removal = Extract<StreamEvent, { kind: 'profile.updated' | 'person.hidden' }>;

/** Whether the event removes what a person wrote: after an erasure or during a suspension. */
function isRemoval(event: StreamEvent): event is Removal {
  return event.kind === 'person.hidden' || (event.kind === 'profile.updated' && event.data.erased === true);
}

function isRenamed(actor: ShortUser, { cognito_user_uuid, display_name }: Profile): boolean {
  return actor.cognito_user_uuid === cognito_user_uuid && actor.display_name !== display_name;
}

/** Likes and reposts of one crud share a notification that is updated; each reply and mention has its own. */
function isSameNotification(item: Notification) {
  return (other: Notification) =>
    other.uuid === item.uuid && other.reason === item.reason && other.actor.handle === item.actor.handle;
}

/**
 * False only if the server's search certainly does not match: it matches whole words, and prefixes for the last word, in the folding of
 * `foldText`. This one, which is small enough for the first load, also removes all marks and signs.
 */
export function canMatchSearch(term: string, text: string): boolean {
  if (term.startsWith('@')) return false;
  const words = term.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/u).map(foldRoughly);
  const folded = foldRoughly(text);
  return words.join('') !== '' && words.every((word) => folded.includes(word));
}

function foldRoughly(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  return folded.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('ς', 'σ');
}
