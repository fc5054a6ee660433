import { REMOVED_MESSAGE, type DirectMessage, type MessageGroup } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { ConversationsPage, MessagesPage } from '../../../client/src/api/pages.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { removeMessageText } from '../../../client/src/cache/remove-message.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createCrud, createEvent, uuidOf } from './sample-events.ts';

const GROUP = uuidOf(700);
const asOf = { public: { seq: 0, tag: '0' } };

function createMessage(number: number): DirectMessage {
  const { handle, display_name, cognito_user_uuid, avatar_version, created_at } = createCrud(number);
  const author = { handle, display_name, cognito_user_uuid, avatar_version };
  return { ...author, uuid: uuidOf(number), message: `words ${number}`, created_at };
}

function createGroup(latest: number, more: Partial<MessageGroup> = {}): MessageGroup {
  const { uuid, ...message } = createMessage(latest);
  return { ...message, uuid: GROUP, message_uuid: uuid, own: false, unread: 0, read_uuid: null, ...more };
}

const messagesPage = (...numbers: number[]): MessagesPage => ({
  head: { group: GROUP, read_uuid: null },
  items: numbers.map(createMessage),
  next: null,
  asOf,
});
const conversationsPage = (group: MessageGroup): ConversationsPage => ({
  head: null,
  items: [group],
  next: null,
  asOf,
});
const removal = (seq: number, number: number) =>
  createEvent(seq, {
    kind: 'message.removed',
    data: { uuid: uuidOf(number), message_group_uuid: GROUP },
  });
const removed = (number: number) => ({ ...createMessage(number), message: REMOVED_MESSAGE, removed: true });

describe('[UNSEND-7] a removed message', () => {
  test('loses its text in an open conversation, and keeps its place', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 0, tag: '0' }, 'first');
    fixture.addFetched('messages', messagesPage(2, 1));
    fixture.receive(removal(1, 1));
    expect(fixture.items('messages')).toEqual([createMessage(2), removed(1)]);
  });

  test('loses its text in the list of conversations if it is the latest one', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 0, tag: '0' }, 'first');
    const group = createGroup(2);
    fixture.addFetched('conversations', conversationsPage(group));
    fixture.receive(removal(1, 1));
    expect(fixture.items('conversations')).toEqual([group]);
    fixture.receive(removal(2, 2));
    expect(fixture.items('conversations')).toEqual([{ ...group, message: REMOVED_MESSAGE, removed: true }]);
    expect(fixture.refetched).toEqual([]);
  });

  test('makes the client fetch a list again that does not name its latest messages', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 0, tag: '0' }, 'first');
    const { message_uuid: _, ...group } = createGroup(2);
    fixture.addFetched('conversations', conversationsPage(group));
    fixture.receive(removal(1, 2));
    expect(fixture.refetched).toEqual(['conversations']);
  });

  test('loses its text at once where its sender removes it, and other lists stay the same', () => {
    const client = new QueryClient();
    const others = { pages: [messagesPage(7)], pageParams: [null] };
    client.setQueryData(queryKeys.messages(GROUP), { pages: [messagesPage(2, 1)], pageParams: [null] });
    client.setQueryData(queryKeys.messages(uuidOf(701)), others);
    const listed = { pages: [conversationsPage(createGroup(2))], pageParams: [null] };
    client.setQueryData(queryKeys.conversations, listed);
    removeMessageText(client, uuidOf(2));
    expect(client.getQueryData(queryKeys.messages(GROUP))).toMatchObject({
      pages: [{ items: [removed(2), createMessage(1)] }],
    });
    expect(client.getQueryData(queryKeys.conversations)).toMatchObject({
      pages: [{ items: [{ message: REMOVED_MESSAGE, removed: true }] }],
    });
    expect(client.getQueryData(queryKeys.messages(uuidOf(701)))).toBe(others);
  });
});
