import type { MessageGroup, PrivacySettings } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ConversationHead, ConversationsPage, MessagesPage } from '../../../client/src/api/pages.ts';
import { PRIVACY_KEY } from '../../../client/src/cache/privacy-key.ts';
import { showPrivacyChange } from '../../../client/src/cache/privacy-query.ts';
import { createQueryCacheUpdates } from '../../../client/src/cache/query-cache-updates.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';
import { createAvatarVersions } from '../../../client/src/api/avatar-versions.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const ALL: PrivacySettings = { read_receipts: true, typing: true, presence: true };
const GROUP = uuidOf(700);
const asOf = { public: { seq: 0, tag: '0' } };

function createGroup(): MessageGroup {
  const { handle, display_name, avatar_version, created_at, cognito_user_uuid } = createCrud(1);
  const person = { handle, display_name, avatar_version, cognito_user_uuid };
  return { ...person, uuid: GROUP, message: 'hi', created_at, own: true, unread: 2, read_uuid: uuidOf(1) };
}

function createFixture() {
  const conversations: ConversationsPage = { head: null, items: [createGroup()], next: null, asOf };
  const messages: MessagesPage = {
    head: { group: GROUP, read_uuid: uuidOf(1) },
    items: [],
    next: null,
    asOf,
  };
  const fixture = createUpdatesFixture();
  fixture.cacheUpdates.onSnapshot('public', { seq: 0, tag: '0' }, 'first');
  fixture.addFetched('conversations', conversations);
  fixture.addFetched('messages', messages);
  const marks = () => [
    ...fixture.items('conversations').map((group) => (group as MessageGroup).read_uuid),
    (fixture.head('messages') as ConversationHead).read_uuid,
  ];
  return { fixture, marks };
}

test('[PRIVACY-3] once read receipts are off, ticks on screen turn back to sent and unread counts stay', () => {
  const { fixture, marks } = createFixture();
  fixture.receive(createEvent(1, { kind: 'privacy.changed', data: { ...ALL, read_receipts: false } }));
  expect(marks()).toEqual([null, null]);
  expect(fixture.items('conversations')).toMatchObject([{ unread: 2 }]);
  expect(fixture.refetched).toEqual([]);
});

test('[PRIVACY-3] once they are on, the list with the current marks is fetched', () => {
  const { fixture, marks } = createFixture();
  fixture.receive(createEvent(1, { kind: 'privacy.changed', data: ALL }));
  expect(fixture.refetched).toEqual(['conversations']);
  expect(marks()).toEqual([uuidOf(1), uuidOf(1)]);
});

test('[PRIVACY-2] the event of a change makes the settings of every tab stale', () => {
  const client = new QueryClient();
  client.setQueryData(PRIVACY_KEY, ALL);
  const { cacheUpdates, stop } = createQueryCacheUpdates({
    client,
    viewer: () => viewer,
    runtime: createTestRuntime(),
    avatarVersions: createAvatarVersions(),
  });
  const isStale = () => client.getQueryState(PRIVACY_KEY)?.isInvalidated;
  const event = createEvent(1, { kind: 'privacy.changed', data: { ...ALL, typing: false } });
  expect(isStale()).toBe(false);
  cacheUpdates.applyEvent({ stream: 'me', event });
  expect(isStale()).toBe(true);
  stop();
  client.clear();
});

test('[PRIVACY-9] a change shows at once, and returns what to show again if it fails', () => {
  const client = new QueryClient();
  expect(showPrivacyChange(client, { typing: false })).toBeUndefined();
  client.setQueryData(PRIVACY_KEY, ALL);
  const before = showPrivacyChange(client, { typing: false });
  expect(client.getQueryData(PRIVACY_KEY)).toEqual({ ...ALL, typing: false });
  if (before) showPrivacyChange(client, before);
  expect(client.getQueryData(PRIVACY_KEY)).toEqual(ALL);
  client.clear();
});
