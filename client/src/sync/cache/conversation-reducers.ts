import {
  REMOVED_MESSAGE,
  type DeliveredMessage,
  type DirectMessage,
  type MessageGroup,
} from '@cruddur/shared';
import type { ConversationsPage, LifetimePage, MessagesPage } from '../../base/http/pages.ts';
import { putFirst, withAuthorName } from './activity-reducers.ts';
import { filterItems, mapItems, REFETCH, withItems, type CacheReducer } from './cache-reducer.ts';

export const conversationsReducer: CacheReducer<ConversationsPage> = (
  page,
  event,
  { isFirstPage, viewer },
) => {
  switch (event.kind) {
    case 'message.created': {
      const { message_group_uuid, cognito_user_uuid } = event.data;
      const group = page.items.find(({ uuid }) => uuid === message_group_uuid);
      // Only the server knows the unread count, and a conversation further down moves across pages.
      if (!isFirstPage || !group || cognito_user_uuid !== viewer.cognito_id) return REFETCH;
      return {
        ...page,
        items: putFirst(page.items, withLatestMessage(group, event.data), hasUuid(group.uuid)),
      };
    }
    case 'message.removed':
      return withItems(page, mapItems(page.items, withoutPreview(event.data.uuid)));
    case 'messages.erased':
      // Only the server knows the latest message and the unread count now.
      return page.items.some(({ uuid }) => uuid === event.data.message_group_uuid) || page.next
        ? REFETCH
        : page;
    case 'read.updated': {
      const { message_group_uuid, reader, unread, read_uuid } = event.data;
      const readState = isViewer(reader, viewer) ? { unread } : { read_uuid };
      return withItems(
        page,
        mapItems(page.items, (group) =>
          group.uuid === message_group_uuid ? withReadState(group, readState) : group,
        ),
      );
    }
    case 'privacy.changed':
      if (event.data.read_receipts) return REFETCH;
      return withItems(
        page,
        mapItems(page.items, (group) => withReadState(group, { read_uuid: null })),
      );
    case 'profile.updated':
      return withItems(
        page,
        mapItems(page.items, (group) => withAuthorName(group, event.data)),
      );
    default:
      return page;
  }
};

export const messagesReducer: CacheReducer<MessagesPage> = (page, event, { isFirstPage, viewer }) => {
  switch (event.kind) {
    case 'message.created': {
      if (!isFirstPage || event.data.message_group_uuid !== page.head.group) return page;
      const message: DirectMessage = event.data;
      return { ...page, items: putFirst(page.items, message, ({ uuid }) => uuid === message.uuid) };
    }
    case 'message.removed':
      return withItems(page, mapItems(page.items, withoutText(event.data.uuid)));
    case 'messages.erased': {
      const { message_group_uuid, handle } = event.data;
      if (message_group_uuid !== page.head.group) return page;
      return withItems(
        page,
        filterItems(page.items, (message) => message.handle !== handle),
      );
    }
    case 'read.updated': {
      const { message_group_uuid, reader, read_uuid } = event.data;
      if (message_group_uuid !== page.head.group || isViewer(reader, viewer)) return page;
      return withReadMark(page, read_uuid);
    }
    case 'privacy.changed':
      // The list of conversations has the mark once it is shown again.
      return event.data.read_receipts ? page : withReadMark(page, null);
    case 'profile.updated':
      return withItems(
        page,
        mapItems(page.items, (message) => withAuthorName(message, event.data)),
      );
    default:
      return page;
  }
};

export const lifetimeReducer: CacheReducer<LifetimePage> = (page, event) =>
  event.kind === 'lifetime.changed' && event.data.message_group_uuid === page.head.message_group_uuid
    ? { ...page, head: event.data }
    : page;

/** @returns the same page when nothing changes */
function withReadMark(page: MessagesPage, read_uuid: string | null): MessagesPage {
  return page.head.read_uuid === read_uuid ? page : { ...page, head: { ...page.head, read_uuid } };
}

/** The event names the reader by handle or by user id. */
function isViewer(reader: string, { handle, cognito_id }: { handle: string; cognito_id: string }): boolean {
  return reader === handle || reader === cognito_id;
}

/** @returns the same group when nothing changes */
function withReadState(
  group: MessageGroup,
  readState: Partial<Pick<MessageGroup, 'unread' | 'read_uuid'>>,
): MessageGroup {
  const next = { ...group, ...readState };
  return next.unread === group.unread && next.read_uuid === group.read_uuid ? group : next;
}

function hasUuid(uuid: string) {
  return (group: MessageGroup) => group.uuid === uuid;
}

/** Called for the viewer's own messages only. */
function withLatestMessage(
  { removed: _removed, expires_at: _expiry, ...group }: MessageGroup,
  { uuid, message, removed, expires_at, created_at }: DeliveredMessage,
): MessageGroup {
  const more = { ...(removed && { removed }), ...(expires_at !== undefined && { expires_at }) };
  return { ...group, message_uuid: uuid, message, ...more, created_at, own: true };
}

const REMOVED = { message: REMOVED_MESSAGE, removed: true } as const;

/** Changes the message with this id to a removed one. */
export function withoutText(uuid: string) {
  return (message: DirectMessage): DirectMessage =>
    message.uuid === uuid && !message.removed ? { ...message, ...REMOVED } : message;
}

/** The same for a conversation whose latest message it is. */
export function withoutPreview(uuid: string) {
  return (group: MessageGroup): MessageGroup =>
    group.message_uuid === uuid && !group.removed ? { ...group, ...REMOVED } : group;
}
