import {
  ERASED_NAME,
  REMOVED_MESSAGE,
  type ConversationLifetime,
  type Me,
  type MessageGroup,
  type PrivacySettings,
} from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { avatarVersions } from '../../../../client/src/base/http/avatar-versions.ts';
import type { ConversationHead, MessagesPage } from '../../../../client/src/base/http/pages.ts';
import { followRequests, REQUESTS_KEY } from '../../../../client/src/sync/cache/follow-requests.ts';
import { PRIVACY_KEY, showPrivacyChange } from '../../../../client/src/sync/cache/query-cache-updates.ts';
import { queryKeys } from '../../../../client/src/sync/cache/query-keys.ts';
import { removeMessageText } from '../../../../client/src/sync/cache/remove-message.ts';
import { toLifetimeNotice } from '../../../../client/src/messages/lifetime-notice.tsx';
import { toBubbles } from '../../../../client/src/messages/bubbles.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { openQueryCache } from './open-query-cache.ts';
import {
  AT,
  createActivity,
  createEvent,
  createMessage,
  odalys,
  uuidOf,
  viewer,
  type EventBody,
} from './sample-events.ts';

const GROUP = uuidOf(700);
const OTHER_GROUP = uuidOf(701);
const self = { ...odalys, handle: viewer.handle, cognito_user_uuid: viewer.cognito_id };

function createGroup(latest: number, more: Partial<MessageGroup> = {}): MessageGroup {
  const { uuid, ...message } = createMessage(latest);
  return { ...message, uuid: GROUP, message_uuid: uuid, own: false, unread: 2, read_uuid: null, ...more };
}
const head: ConversationHead = { group: GROUP, read_uuid: uuidOf(1) };

const removal = (number: number): EventBody => ({
  kind: 'message.removed',
  data: { uuid: uuidOf(number), message_group_uuid: GROUP },
});
const removedText = { message: REMOVED_MESSAGE, removed: true };

test('a removed message loses its text in an open conversation, and keeps its place', () => {
  const { show, receive, items } = createUpdatesFixture();
  show('messages', { head, items: [createMessage(2), createMessage(1)] });
  receive(removal(1));
  expect(items('messages')).toEqual([createMessage(2), { ...createMessage(1), ...removedText }]);
});

test('a removed message loses its text in the list of conversations if it is the latest one', () => {
  const { show, receive, items, refetched } = createUpdatesFixture();
  const group = createGroup(2);
  show('conversations', { items: [group] });
  receive(removal(1));
  expect(items('conversations')).toEqual([group]);
  receive(removal(2));
  expect(items('conversations')).toEqual([{ ...group, ...removedText }]);
  expect(refetched).toEqual([]);
});

test('a message loses its text at once where its sender removes it, and other lists stay the same', () => {
  const client = new QueryClient();
  const list = (...items: unknown[]) => ({ pages: [{ items }], pageParams: [null] });
  const others = list(createMessage(7));
  client.setQueryData(queryKeys.messages(GROUP), list(createMessage(2), createMessage(1)));
  client.setQueryData(queryKeys.messages(OTHER_GROUP), others);
  client.setQueryData(queryKeys.conversations, list(createGroup(2)));
  removeMessageText(client, uuidOf(2));
  const kept = list({ ...createMessage(2), ...removedText }, createMessage(1));
  expect(client.getQueryData(queryKeys.messages(GROUP))).toMatchObject(kept);
  expect(client.getQueryData(queryKeys.conversations)).toMatchObject(list(removedText));
  expect(client.getQueryData(queryKeys.messages(OTHER_GROUP))).toBe(others);
});

test('a message leaves the conversation in the millisecond of its expiry, and older ones stay read', () => {
  const end = Date.parse('2026-01-01T01:00:00.000Z');
  const expiring = createMessage(2, { expires_at: new Date(end).toISOString() });
  const page: MessagesPage = {
    ...{ head: { ...head, read_uuid: uuidOf(2) }, next: null, asOf: null },
    items: [createMessage(3), expiring, createMessage(1)].map((message) => ({ ...message, ...self })),
  };
  const shownAt = (expiredUntil: number) =>
    toBubbles([page], [], { viewerId: viewer.cognito_id, listedReadMark: null, expiredUntil }).map(
      ({ message, state }) => `${message.message} ${state}`,
    );
  expect(shownAt(end - 1)).toEqual(['words 1 read', 'words 2 read', 'words 3 sent']);
  expect(shownAt(end)).toEqual(['words 1 read', 'words 3 sent']);
});

test('[LIFETIME-1] an open conversation takes the new lifetime from its event', () => {
  const { show, receive, head: shown } = createUpdatesFixture();
  const never = { message_group_uuid: GROUP, lifetime: 'off', changed_by: null, changed_at: null };
  const change = { lifetime: '1-hour', changed_by: 'odalys', changed_at: AT } as const;
  show('lifetime', { head: never });
  receive({ kind: 'lifetime.changed', data: { ...change, message_group_uuid: OTHER_GROUP } });
  expect(shown('lifetime')).toEqual(never);
  receive({ kind: 'lifetime.changed', data: { ...change, message_group_uuid: GROUP } });
  expect(shown('lifetime')).toEqual({ ...never, ...change });
});

test('a line in the conversation names who changed the lifetime', () => {
  const textOf = (lifetime: ConversationLifetime['lifetime'], changed_by: string | null) =>
    toLifetimeNotice({ message_group_uuid: GROUP, changed_at: AT, lifetime, changed_by }, (by) =>
      by === 'ann' ? 'You' : by,
    )?.text;
  const from = 'This holds for messages from here on.';
  expect(textOf('1-hour', 'ann')).toBe(`You set messages to disappear after 1 hour. ${from}`);
  expect(textOf('off', 'bob')).toBe(`bob turned off disappearing messages. ${from}`);
  expect(textOf('off', null)).toBeUndefined();
});

const erasedIn = (message_group_uuid: string): EventBody => ({
  kind: 'messages.erased',
  data: { message_group_uuid, handle: odalys.handle },
});

test('when a user has deleted their account, an open conversation keeps the viewer’s own messages only', () => {
  const { show, receive, items } = createUpdatesFixture();
  const messages = [createMessage(4), createMessage(3, self), createMessage(2)];
  show('messages', { head, items: messages });
  receive(erasedIn(OTHER_GROUP), 'me');
  expect(items('messages')).toEqual(messages);
  receive(erasedIn(GROUP), 'me');
  expect(items('messages')).toEqual([createMessage(3, self)]);
});

test('the conversations are refetched, and so are notifications by the deleted user', () => {
  const { show, receive, refetched } = createUpdatesFixture();
  show('conversations', { items: [createGroup(4)] });
  show('notifications', { items: [{ ...createActivity(7), reason: 'like', actor: odalys, unread: true }] });
  receive(erasedIn(OTHER_GROUP), 'me');
  expect(refetched).toEqual([]);
  receive(erasedIn(GROUP), 'me');
  const data = { ...odalys, display_name: ERASED_NAME, bio: '', cruds_count: 0 };
  receive({ kind: 'profile.updated', data });
  expect(refetched).toEqual(['conversations', 'notifications']);
});

test('the deleted user’s picture is no longer requested', () => {
  avatarVersions.recordVersions(createMessage(4, { avatar_version: 3 }));
  expect(avatarVersions.getSnapshot().get(odalys.cognito_user_uuid)).toBe(3);
  avatarVersions.removeVersion(odalys.cognito_user_uuid);
  expect(avatarVersions.getSnapshot().has(odalys.cognito_user_uuid)).toBe(false);
});

test('an event of a kind that an older client does not know changes nothing on the pages', () => {
  const { show, receive, items, refetched } = createUpdatesFixture();
  show('messages', { head, items: [createMessage(3)] });
  const unknown = { kind: 'messages.unheard_of', data: {} } as unknown as EventBody;
  for (const stream of ['me', 'public'] as const) receive(unknown, stream);
  expect([items('messages'), refetched]).toEqual([[createMessage(3)], []]);
});

const ALL: PrivacySettings = { read_receipts: true, typing: true, presence: true, messages_from: 'everyone' };

test('[PRIVACY-3] once read receipts are off, ticks on screen turn back to sent; once they are on, the list is fetched', () => {
  const { show, receive, items, head: shown, refetched } = createUpdatesFixture();
  const marks = () => [...items('conversations'), shown('messages')];
  show('conversations', { items: [createGroup(1, { read_uuid: uuidOf(1) })] });
  show('messages', { head });
  receive({ kind: 'privacy.changed', data: ALL });
  expect(refetched).toEqual(['conversations']);
  expect(marks()).toMatchObject([{ read_uuid: uuidOf(1) }, { read_uuid: uuidOf(1) }]);
  receive({ kind: 'privacy.changed', data: { ...ALL, read_receipts: false } });
  expect(marks()).toMatchObject([{ read_uuid: null, unread: 2 }, { read_uuid: null }]);
  expect(refetched).toHaveLength(1);
});

test('[PRIVACY-1] the event of a change makes the settings of every tab stale', () => {
  using cache = openQueryCache();
  cache.client.setQueryData(PRIVACY_KEY, ALL);
  expect(cache.isStale(PRIVACY_KEY)).toBe(false);
  const event = createEvent(1, { kind: 'privacy.changed', data: { ...ALL, typing: false } });
  cache.cacheUpdates.applyEvent({ stream: 'me', event });
  expect(cache.isStale(PRIVACY_KEY)).toBe(true);
});

test('a change shows at once, and returns what to show again if it fails', () => {
  const client = new QueryClient();
  expect(showPrivacyChange(client, { typing: false })).toBeUndefined();
  client.setQueryData(PRIVACY_KEY, ALL);
  const before = showPrivacyChange(client, { typing: false });
  expect(client.getQueryData(PRIVACY_KEY)).toEqual({ ...ALL, typing: false });
  if (before) showPrivacyChange(client, before);
  expect(client.getQueryData(PRIVACY_KEY)).toEqual(ALL);
});

test.each<[unread: Partial<Me['unread']>, refetched: string[]]>([
  [{}, ['me']],
  [{ notifications: 1 }, ['me', 'me']],
  [{ requests: 1 }, ['me', 'me']],
])('the badges follow the suspension of a person and its end: %o', (unread, expected) => {
  const { show, receive, refetched } = createUpdatesFixture();
  show('me', { head: { unread: { notifications: 0, messages: 0, ...unread } } });
  receive({ kind: 'person.hidden', data: hidden });
  receive({ kind: 'person.shown', data: hidden });
  expect(refetched).toEqual(expected);
});

const delivered = { ...createMessage(902), message_group_uuid: GROUP };
const hidden = { cognito_user_uuid: odalys.cognito_user_uuid };

test.each<[EventBody, stale: string[]]>([
  [{ kind: 'message.created', data: { ...delivered, request: true } }, ['requests']],
  [{ kind: 'message.created', data: delivered }, []],
  [removal(902), ['requests']],
  [erasedIn(GROUP), ['requests']],
  [{ kind: 'person.hidden', data: hidden }, ['requests']],
  [
    { kind: 'request.changed', data: { message_group_uuid: GROUP, state: 'open' } },
    ['requests', 'conversations', 'me'],
  ],
])('an event makes the lists stale that it may change, and no others: %o', (body, stale) => {
  using cache = openQueryCache();
  const keys = {
    ...{ requests: [...REQUESTS_KEY, 'list'], conversations: queryKeys.conversations, me: queryKeys.me },
  };
  for (const key of Object.values(keys)) cache.client.setQueryData(key, null);
  followRequests(cache.client, createEvent(1, body));
  const found = Object.entries(keys).filter(([, key]) => cache.isStale(key));
  expect(found.map(([name]) => name)).toEqual(stale);
});
