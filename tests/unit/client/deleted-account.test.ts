import { ERASED_NAME, type DirectMessage, type MessageGroup, type StreamEvent } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';
import { avatarVersions } from '../../../client/src/api/avatar-versions.ts';
import type { MessagesPage } from '../../../client/src/api/pages.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';

const GROUP = uuidOf(1);
const deletedUser = {
  handle: 'odalys',
  display_name: 'Odalys',
  cognito_user_uuid: uuidOf(800),
  avatar_version: 3,
};
const self = { ...deletedUser, handle: viewer.handle, cognito_user_uuid: viewer.cognito_id };
const createMessage = (number: number, by: typeof deletedUser): DirectMessage => ({
  uuid: uuidOf(number),
  message: `words ${number}`,
  created_at: '2026-01-01T00:00:00.000Z',
  ...by,
});
const asOf = { public: { seq: 0, tag: '0' }, me: { seq: 0, tag: '0' } };
const createErasedEvent = (group: string) =>
  createEvent(1, {
    kind: 'messages.erased',
    data: { message_group_uuid: group, handle: deletedUser.handle },
  });
const renamed = createEvent(1, {
  kind: 'profile.updated',
  data: { ...deletedUser, display_name: ERASED_NAME, avatar_version: 0, bio: '', cruds_count: 0 },
});

describe('when a user has deleted their account', () => {
  test('[ERASE-17] an open conversation keeps the viewer’s own messages and drops the others', () => {
    const fixture = createUpdatesFixture();
    const items = [createMessage(4, deletedUser), createMessage(3, self), createMessage(2, deletedUser)];
    const page: MessagesPage = { head: { group: GROUP, read_uuid: null }, items, next: null, asOf };
    fixture.addFetched('messages', page);
    fixture.cacheUpdates.applyEvent({ stream: 'me', event: createErasedEvent(uuidOf(2)) });
    expect(fixture.items('messages')).toEqual(items);
    fixture.cacheUpdates.applyEvent({ stream: 'me', event: { ...createErasedEvent(GROUP), seq: 2 } });
    expect(fixture.items('messages')).toEqual([createMessage(3, self)]);
  });

  test('[ERASE-17] the conversations are refetched, and so are notifications by the deleted user', () => {
    const fixture = createUpdatesFixture();
    const group: MessageGroup = {
      ...createMessage(4, deletedUser),
      uuid: GROUP,
      own: false,
      unread: 1,
      read_uuid: null,
    };
    const note = {
      ...createCrud(7),
      liked: false,
      reposted: false,
      reason: 'like',
      actor: deletedUser,
      unread: true,
    };
    fixture.addFetched('conversations', { head: null, items: [group], next: null, asOf });
    fixture.addFetched('notifications', { head: null, items: [note], next: null, asOf });
    fixture.cacheUpdates.applyEvent({ stream: 'me', event: createErasedEvent(uuidOf(2)) });
    expect(fixture.refetched).toEqual([]);
    fixture.cacheUpdates.applyEvent({ stream: 'me', event: { ...createErasedEvent(GROUP), seq: 2 } });
    fixture.cacheUpdates.applyEvent({ stream: 'public', event: renamed });
    expect(fixture.refetched).toEqual(['conversations', 'notifications']);
  });

  test('[ERASE-20] the deleted user’s open profile is refetched, and no other one', () => {
    const fixture = createUpdatesFixture();
    const page = { items: [], next: null, asOf };
    const profile = { ...deletedUser, bio: '', cruds_count: 0 };
    fixture.addFetched('profile', { ...page, head: { ...profile, cognito_user_uuid: uuidOf(801) } });
    fixture.cacheUpdates.applyEvent({ stream: 'public', event: renamed });
    expect(fixture.refetched).toEqual([]);
    fixture.addFetched('profile', { ...page, head: profile });
    fixture.cacheUpdates.applyEvent({ stream: 'public', event: { ...renamed, seq: 2 } });
    expect(fixture.refetched).toEqual(['profile']);
  });

  test('[ERASE-17] the deleted user’s picture is no longer requested', () => {
    avatarVersions.recordVersions(createMessage(4, deletedUser));
    expect(avatarVersions.getSnapshot().get(deletedUser.cognito_user_uuid)).toBe(3);
    avatarVersions.removeVersion(deletedUser.cognito_user_uuid);
    expect(avatarVersions.getSnapshot().has(deletedUser.cognito_user_uuid)).toBe(false);
  });

  test('[ERASE-17] an event of an unknown kind changes nothing on the pages', () => {
    const fixture = createUpdatesFixture();
    const items = [createMessage(3, self)];
    fixture.addFetched('messages', { head: { group: GROUP, read_uuid: null }, items, next: null, asOf });
    // An older client's view of a kind that it does not know.
    const unknown = {
      seq: 1,
      tag: 't1',
      at: '',
      kind: 'messages.unheard_of',
      data: {},
    } as unknown as StreamEvent;
    for (const stream of ['me', 'public'] as const)
      fixture.cacheUpdates.applyEvent({ stream, event: unknown });
    expect([fixture.items('messages'), fixture.refetched]).toEqual([items, []]);
  });
});
