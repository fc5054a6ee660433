import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { followRequests, REQUESTS_KEY } from '../../../client/src/cache/follow-requests.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createEvent, uuidOf } from './sample-events.ts';

const group = uuidOf(900);
const person = { cognito_user_uuid: uuidOf(901), handle: 'eve', display_name: 'Eve', avatar_version: 0 };
const message = {
  ...person,
  uuid: uuidOf(902),
  message: 'hello',
  created_at: '2026-11-24T10:00:00.000Z',
  message_group_uuid: group,
};
const STALE = { requests: true, conversations: false, me: false };
const FRESH = { requests: false, conversations: false, me: false };

test.each([
  [createEvent(1, { kind: 'message.created', data: { ...message, request: true } }), STALE],
  [createEvent(1, { kind: 'message.created', data: message }), FRESH],
  [
    createEvent(1, { kind: 'message.removed', data: { uuid: message.uuid, message_group_uuid: group } }),
    STALE,
  ],
  [createEvent(1, { kind: 'messages.erased', data: { message_group_uuid: group, handle: 'eve' } }), STALE],
  [createEvent(1, { kind: 'person.hidden', data: { cognito_user_uuid: person.cognito_user_uuid } }), STALE],
  [
    createEvent(1, { kind: 'request.changed', data: { message_group_uuid: group, state: 'open' } }),
    { requests: true, conversations: true, me: true },
  ],
])('[REQUEST-18] an event makes the lists stale that it may change, and no others: %o', (event, stale) => {
  const client = new QueryClient();
  const fixture = createUpdatesFixture();
  const keys = {
    requests: [...REQUESTS_KEY, 'list'],
    conversations: queryKeys.conversations,
    me: queryKeys.me,
  };
  for (const key of Object.values(keys)) client.setQueryData(key, null);
  followRequests(client, fixture.cacheUpdates).applyEvent({ stream: 'me', event });
  const found = Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, client.getQueryState(key)?.isInvalidated]),
  );
  expect(found).toEqual(stale);
});
