import type { DirectMessage, ReadState } from '@cruddur/shared';
import type { PageRequest } from './activities.ts';
import type { Call } from './http-client.ts';
import { createPage, type ConversationsPage, type MessagesPage } from './pages.ts';

export async function fetchConversations(call: Call, page: PageRequest): Promise<ConversationsPage> {
  const answer = await call('messageGroups', page);
  return createPage(answer, null, answer.data);
}

/** A page of a conversation, turned round: newest first, like every cached list. */
export async function fetchMessages(call: Call, group: string, page: PageRequest): Promise<MessagesPage> {
  const answer = await call('messages', { params: { message_group_uuid: group }, ...page });
  return createPage(answer, { group, read_uuid: null }, answer.data.toReversed());
}

/** To a conversation that exists, or to a person by handle. */
export type NewMessage =
  { message: string; message_group_uuid: string } | { message: string; handle: string };

export async function sendMessage(call: Call, body: NewMessage, operationId: string): Promise<DirectMessage> {
  return (await call('sendMessage', { body, operationId })).data;
}

export async function markMessagesRead(call: Call, group: string, uuid: string): Promise<ReadState> {
  const params = { message_group_uuid: group };
  return (await call('markMessagesRead', { params, body: { uuid } })).data;
}
