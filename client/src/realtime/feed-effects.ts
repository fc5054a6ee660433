import {
  ERASED_NAME,
  type Activity,
  type Notification,
  type Profile,
  type PublicActivity,
  type ShortUser,
  type StreamEvent,
} from '@cruddur/shared';
import type { FeedPage, NotificationsPage, PostPage, ProfilePage, SearchPage } from '../api/pages.ts';
import { changeActivity, freshActivity, putOnTop } from './activity-changes.ts';
import { keepItems, mapItems, REFETCH, withItems, type Effect, type EffectPlace } from './effect.ts';
import { mayMatch } from './may-match.ts';

export const homeEffect: Effect<FeedPage> = (page, event, { first }) => {
  if (event.kind === 'activity.created')
    return first ? withItems(page, arrive(page.items, event.data)) : page;
  return withItems(page, changeItems(page.items, event));
};

export const notificationsEffect: Effect<NotificationsPage> = (page, event, { first }) => {
  switch (event.kind) {
    case 'notification.created': {
      const item = event.data;
      return first ? withItems(page, putOnTop(page.items, item, sameNotification(item))) : page;
    }
    case 'notifications.read':
      if (event.data.unread > 0) return REFETCH;
      return withItems(
        page,
        mapItems(page.items, (item) => (item.unread ? { ...item, unread: false } : item)),
      );
    case 'profile.updated':
      // Of somebody who was erased no notification is left; only the server knows which are.
      if (page.items.some(({ actor }) => isRenamed(actor, event.data))) return REFETCH;
      return withItems(page, changeItems(page.items, event));
    default:
      return withItems(page, changeItems(page.items, event));
  }
};

export const profileEffect: Effect<ProfilePage> = (page, event, place) => {
  const { head } = page;
  switch (event.kind) {
    case 'activity.created':
      if (event.data.cognito_user_uuid !== head.cognito_user_uuid) return page;
      return {
        ...page,
        head: { ...head, cruds_count: head.cruds_count + 1 },
        items: place.first ? arrive(page.items, event.data) : page.items,
      };
    case 'activity.deleted':
      return burnOnProfile(page, event, place);
    case 'profile.updated':
      if (event.data.cognito_user_uuid !== head.cognito_user_uuid)
        return withItems(page, changeItems(page.items, event));
      // Anybody may choose that name, so the server is asked whether there still is such a person.
      if (event.data.display_name === ERASED_NAME) return REFETCH;
      return { ...page, head: event.data, items: changeItems(page.items, event) };
    default:
      return withItems(page, changeItems(page.items, event));
  }
};

/** The count falls with what is shown; of what is not, only the server may know whether it counted here. */
function burnOnProfile(
  page: ProfilePage,
  { seq, data: { uuid } }: Extract<StreamEvent, { kind: 'activity.deleted' }>,
  { pages, authorOf }: EffectPlace<ProfilePage>,
): ReturnType<typeof profileEffect> {
  const { head } = page;
  const shown = pages.flatMap(({ items }) => items).find((item) => item.uuid === uuid);
  if (shown) return takeOff(page, shown);
  const author = authorOf(uuid);
  const isOthers = author !== undefined && author !== head.cognito_user_uuid;
  // A page that is newer than the burning would not have it either.
  const areAll = pages.at(-1)?.next === null && pages.every(({ asOf }) => (asOf?.public.seq ?? 0) < seq);
  return isOthers || areAll ? page : REFETCH;
}

/** Replies do not count, nor do the cruds of others. */
function takeOff(page: ProfilePage, burned: Activity): ProfilePage {
  const { head } = page;
  const isCounted =
    burned.cognito_user_uuid === head.cognito_user_uuid && burned.reply_to_activity_uuid === null;
  const rest = withItems(
    page,
    keepItems(page.items, (item) => item.uuid !== burned.uuid),
  );
  return isCounted ? { ...rest, head: { ...head, cruds_count: Math.max(0, head.cruds_count - 1) } } : rest;
}

export const postEffect: Effect<PostPage> = (page, event, { first }) => {
  if (event.kind === 'activity.deleted') {
    if (event.data.uuid === page.head.uuid) return { ...page, head: burned(page.head), items: [] };
    const items = changeItems(page.items, event);
    if (items === page.items) return page;
    return {
      ...page,
      items,
      head: { ...page.head, replies_count: Math.max(0, page.head.replies_count - 1) },
    };
  }
  const head = changeActivity(page.head, event);
  const isReply = event.kind === 'reply.created' && event.data.reply_to_activity_uuid === head.uuid;
  const items = isReply && first ? arrive(page.items, event.data) : changeItems(page.items, event);
  return head === page.head && items === page.items ? page : { ...page, head, items };
};

export const searchEffect: Effect<SearchPage> = (page, event) => {
  const isNew = event.kind === 'activity.created' || event.kind === 'reply.created';
  // Which words match is for the server to say; most of what is written need not be asked about.
  if (isNew && mayMatch(page.head.term, event.data.message)) return REFETCH;
  return withItems(page, changeItems(page.items, event));
};

/** To ask for it again would only tell that it is gone. */
function burned(activity: Activity): Activity {
  return { ...activity, message: '', expires_at: activity.created_at };
}

/** What stands there already, because its author's tab showed it at once, keeps its marks. */
function arrive(items: Activity[], data: PublicActivity): Activity[] {
  const known = items.find((item) => item.uuid === data.uuid);
  const item = known ? { ...known, ...data } : freshActivity(data);
  return putOnTop(items, item, (other) => other.uuid === item.uuid);
}

function changeItems<A extends Activity>(items: A[], event: StreamEvent): A[] {
  if (event.kind === 'activity.deleted') return keepItems(items, (item) => item.uuid !== event.data.uuid);
  return mapItems(items, (item) => changeActivity(item, event));
}

function isRenamed(actor: ShortUser, { cognito_user_uuid, display_name }: Profile): boolean {
  return actor.cognito_user_uuid === cognito_user_uuid && actor.display_name !== display_name;
}

/** Likes and reposts of one crud are one line that is renewed; each reply and mention is a line of its own. */
function sameNotification(item: Notification) {
  return (other: Notification) =>
    other.uuid === item.uuid && other.reason === item.reason && other.actor.handle === item.actor.handle;
}
