import type { DirectMessage, ReadState } from '@cruddur/shared';
import type { Call } from '../base/http/http-client.ts';
import {
  createPage,
  type ConversationsPage,
  type MessagesPage,
  type PageRequest,
} from '../base/http/pages.ts';

export async function fetchConversations(call: Call, page: PageRequest): Promise<ConversationsPage> {
  const response = await call('messageGroups', page);
  return createPage(response, null, response.data);
}

/** A page of a conversation, reversed: newest first, like every cached list. */
export async function fetchMessages(call: Call, group: string, page: PageRequest): Promise<MessagesPage> {
  const response = await call('messages', { params: { message_group_uuid: group }, ...page });
  return createPage(response, { group, read_uuid: null }, response.data.toReversed());
}

/** A message to an existing conversation, or to a user by handle. */
export type NewMessage =
  | { message: string; message_group_uuid: string }
  | { message: string; handle: string };

export async function sendMessage(call: Call, body: NewMessage, operationId: string): Promise<DirectMessage> {
  return (await call('sendMessage', { body, operationId })).data;
}

/** Removes the text of a message of the viewer for both members. */
export async function unsendMessage(call: Call, uuid: string): Promise<void> {
  await call('unsendMessage', { params: { message_uuid: uuid } });
}

export async function markMessagesRead(call: Call, group: string, uuid: string): Promise<ReadState> {
  const params = { message_group_uuid: group };
  return (await call('markMessagesRead', { params, body: { uuid } })).data;
}
