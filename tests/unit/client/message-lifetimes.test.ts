import type { ConversationLifetime, DirectMessage } from '@cruddur/shared';
import { expect, test } from 'vitest';
import type { LifetimePage, MessagesPage } from '../../../client/src/api/pages.ts';
import { toLifetimeNotice } from '../../../client/src/message/lifetime-notice.tsx';
import { toBubbles } from '../../../client/src/screens/messages/to-bubbles.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';

const GROUP = uuidOf(700);
const asOf = { public: { seq: 0, tag: '0' } };
const END = Date.parse('2026-01-01T01:00:00.000Z');

function createMessage(number: number, expires_at?: number): DirectMessage {
  const { handle, display_name, avatar_version, created_at } = createCrud(number);
  const author = { handle, display_name, avatar_version, cognito_user_uuid: viewer.cognito_id };
  const expiry = expires_at === undefined ? {} : { expires_at: new Date(expires_at).toISOString() };
  return { ...author, uuid: uuidOf(number), message: `words ${number}`, created_at, ...expiry };
}

test('[LIFETIME-8] a message leaves the conversation in the millisecond of its expiry, and older ones stay read', () => {
  const page: MessagesPage = {
    head: { group: GROUP, read_uuid: uuidOf(2) },
    items: [createMessage(3), createMessage(2, END), createMessage(1)],
    next: null,
    asOf,
  };
  const shownAt = (expiredUntil: number) =>
    toBubbles([page], [], { viewerId: viewer.cognito_id, listedReadMark: null, expiredUntil }).map(
      ({ message, state }) => [message.uuid, state],
    );
  const [first, second, third] = [1, 2, 3].map(uuidOf);
  const all = [
    [first, 'read'],
    [second, 'read'],
    [third, 'sent'],
  ];
  expect(shownAt(END - 1)).toEqual(all);
  expect(shownAt(END)).toEqual([all[0], all[2]]);
});

test('[LIFETIME-1] an open conversation takes the new lifetime from its event', () => {
  const never: ConversationLifetime = {
    message_group_uuid: GROUP,
    lifetime: 'off',
    changed_by: null,
    changed_at: null,
  };
  const page: LifetimePage = { head: never, items: [], next: null, asOf };
  const fixture = createUpdatesFixture();
  fixture.cacheUpdates.onSnapshot('public', { seq: 0, tag: '0' }, 'first');
  fixture.addFetched('lifetime', page);
  const change = {
    lifetime: '1-hour',
    changed_by: 'odalys',
    changed_at: '2026-01-01T00:00:00.000Z',
  } as const;
  const other = { ...never, ...change, message_group_uuid: uuidOf(701) };
  fixture.receive(createEvent(1, { kind: 'lifetime.changed', data: other }));
  expect(fixture.head('lifetime')).toEqual(never);
  fixture.receive(createEvent(2, { kind: 'lifetime.changed', data: { ...never, ...change } }));
  expect(fixture.head('lifetime')).toEqual({ ...never, ...change });
});

test('[LIFETIME-9] a line in the conversation names who changed the lifetime', () => {
  const state = { message_group_uuid: GROUP, changed_at: '2026-01-01T00:00:00.000Z' };
  const textOf = (lifetime: ConversationLifetime['lifetime'], changed_by: string | null) =>
    toLifetimeNotice({ ...state, lifetime, changed_by }, (by) => (by === 'ann' ? 'You' : by))?.text;
  expect(textOf('1-hour', 'ann')).toBe('You set messages to disappear after 1 hour.');
  expect(textOf('off', 'bob')).toBe('bob turned off disappearing messages.');
  expect(textOf('off', null)).toBeUndefined();
});
