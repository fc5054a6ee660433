import type { Activity, EventData, Notification } from '@cruddur/shared';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCrud, createEvent, uuidOf } from './sample-events.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';

const createShownReply = (number: number, parent: number | null): Activity => ({
  ...createCrud(number, { reply_to_activity_uuid: parent === null ? null : uuidOf(parent) }),
  liked: false,
  reposted: false,
});
const createDeletion = (number: number, parent: number | null): Notification => ({
  ...createShownReply(number, parent),
  reason: 'reply',
  unread: true,
  actor: { handle: 'odalys', display_name: 'Odalys', cognito_user_uuid: uuidOf(800), avatar_version: 0 },
});
const asOf = { public: { seq: 10, tag: 't10' } };
const list = <T>(...items: T[]) => ({ head: null, items, next: null, asOf });

describe('[PURGE-2] the replies of a burned crud, which have no events of their own', () => {
  let fixture: ReturnType<typeof createUpdatesFixture>;
  beforeEach(() => {
    fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 10, tag: 't10' }, 'first');
  });

  const burn = (data: Partial<EventData<'activity.deleted'>> = {}) =>
    fixture.receive(createEvent(11, { kind: 'activity.deleted', data: { uuid: uuidOf(1), ...data } }));
  const uuids = (kind: 'notifications' | 'search' | 'post') =>
    fixture.items(kind).map((item) => (item as Activity).uuid);

  test('leave every list, however deep they are', () => {
    fixture.addFetched(
      'notifications',
      list(
        createDeletion(2, 1),
        createDeletion(3, 2),
        createDeletion(4, 3),
        createDeletion(5, 9),
        createDeletion(6, null),
      ),
    );
    burn({ nested: [uuidOf(2), uuidOf(3)] });
    expect(uuids('notifications')).toEqual([uuidOf(5), uuidOf(6)]);
    expect(fixture.refetched).toEqual([]);
  });

  test('burn on their own open page, together with their replies', () => {
    fixture.addFetched('post', {
      ...list(createShownReply(3, 2)),
      head: { ...createShownReply(2, 1), replies_count: 1 },
    });
    burn({ nested: [uuidOf(2)] });
    expect(fixture.head('post')).toMatchObject({ message: '' });
    expect(uuids('post')).toEqual([]);
  });

  test('are refetched where they are too many to name, and only where replies are shown', () => {
    fixture.addFetched('notifications', list(createDeletion(6, null), createDeletion(2, 1)));
    fixture.addFetched('search', list(createShownReply(4, 3), createShownReply(7, null)));
    burn({ nested: 'too many' });
    expect(uuids('notifications')).toEqual([uuidOf(6)]);
    expect(fixture.refetched).toEqual(['search']);
  });

  test('leave without being named if they have no replies themselves', () => {
    fixture.addFetched(
      'search',
      list(createShownReply(1, null), createShownReply(2, 1), createShownReply(5, 9)),
    );
    burn();
    expect(uuids('search')).toEqual([uuidOf(5)]);
    expect(fixture.refetched).toEqual([]);
  });
});

test('[PURGE-9] a deleted user’s cruds leave every list by one event, and the replies to them by a refetch', () => {
  const fixture = createUpdatesFixture();
  fixture.cacheUpdates.onSnapshot('public', { seq: 10, tag: 't10' }, 'first');
  const others = { handle: 'teo', display_name: 'Teo', cognito_user_uuid: uuidOf(801) };
  fixture.addFetched('home', list(createShownReply(1, null), { ...createShownReply(2, null), ...others }));
  fixture.addFetched('search', list({ ...createShownReply(5, 4), ...others }));
  fixture.addFetched('post', {
    ...list(createShownReply(8, 7), { ...createShownReply(9, 7), ...others }),
    head: { ...createShownReply(7, null), ...others },
  });
  const data = {
    handle: 'odalys',
    display_name: 'Deleted account',
    bio: '',
    cognito_user_uuid: uuidOf(800),
    avatar_version: 0,
    cruds_count: 0,
    erased: true as const,
  };
  fixture.receive(createEvent(11, { kind: 'profile.updated', data }));
  const uuids = (kind: 'home' | 'post') => fixture.items(kind).map((item) => (item as Activity).uuid);
  expect([uuids('home'), uuids('post')]).toEqual([[uuidOf(2)], [uuidOf(9)]]);
  expect(fixture.refetched).toEqual(['search']);
});
