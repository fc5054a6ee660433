import type { Activity, Profile } from '@cruddur/shared';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProfilePage } from '../../../client/src/api/pages.ts';
import { createCrud, createEvent, uuidOf } from './sample-events.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';

const head: Profile = {
  handle: 'odalys',
  display_name: 'Odalys',
  bio: '',
  cognito_user_uuid: uuidOf(800),
  avatar_version: 0,
  cruds_count: 5,
};
const others = { handle: 'teow', display_name: 'Teo', cognito_user_uuid: uuidOf(801) };

const own = (number: number, more: Partial<Activity> = {}): Activity => ({
  ...createCrud(number),
  liked: false,
  reposted: false,
  ...more,
});
const page = (items: Activity[], next: string | null, seq = 10): ProfilePage => ({
  head,
  items,
  next,
  asOf: { public: { seq, tag: `t${seq}` } },
});

describe('a profile, when a crud burns', () => {
  let fixture: ReturnType<typeof createUpdatesFixture>;
  beforeEach(() => {
    fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 10, tag: 't10' }, 'first');
  });

  const burn = (number: number, seq = 11) =>
    fixture.receive(createEvent(seq, { kind: 'activity.deleted', data: { uuid: uuidOf(number) } }));
  const state = () => [
    fixture.items('profile').map((item) => (item as Activity).uuid),
    (fixture.head('profile') as Profile).cruds_count,
    fixture.refetched,
  ];
  const uuids = (...numbers: number[]) => numbers.map(uuidOf);

  test('[LIVE-13] loses a shown crud on any page, and counts one less', () => {
    fixture.addFetched('profile', page([own(9), own(8)], 'more'), page([own(7)], 'more'));
    burn(7);
    expect(state()).toEqual([uuids(9, 8), 4, []]);
    burn(9, 12);
    expect(state()).toEqual([uuids(8), 3, []]);
  });

  test('[LIVE-13] counts a reposted crud once, and neither replies nor other users’ cruds', () => {
    const reposted_by = head;
    const reposts = [
      own(9, { reposted_by }),
      own(6, { ...others, reposted_by }),
      own(5, { reposted_by, reply_to_activity_uuid: uuidOf(1) }),
    ];
    fixture.addFetched('profile', page(reposts, 'more'), page([own(9)], 'more'));
    burn(6);
    burn(5, 12);
    expect(state()).toEqual([uuids(9, 9), 5, []]);
    burn(9, 13);
    expect(state()).toEqual([[], 4, []]);
  });

  test('[LIVE-13] is not refetched for another user’s crud, or when all cruds are loaded', () => {
    fixture.receive(createEvent(11, { kind: 'activity.created', data: createCrud(50, others) }));
    fixture.addFetched('home', { head: null, items: [own(51, others)], next: null, asOf: null });
    fixture.addFetched('profile', page([own(9)], 'more'), page([own(7)], 'more'));
    burn(50, 12);
    burn(51, 13);
    expect(state()).toEqual([uuids(9, 7), 5, []]);
    fixture.addFetched('profile', page([own(9)], 'more'), page([own(7)], null));
    burn(52, 14);
    expect(state()).toEqual([uuids(9, 7), 5, []]);
  });

  test('[LIVE-13] is refetched when only the server can know', () => {
    fixture.addFetched('profile', page([own(9)], 'more'), page([own(7)], 'more'));
    burn(50);
    expect(fixture.refetched).toContain('profile');
    fixture.refetched.length = 0;
    // The last page came after the burning, so it may have contained the burned crud before.
    fixture.addFetched('profile', page([own(9)], 'more'), page([own(7)], null, 12));
    burn(51, 12);
    expect(fixture.refetched).toContain('profile');
  });

  test('[LIVE-13] is not changed if it was read after the burning', () => {
    fixture.addFetched('profile', page([own(9)], 'more', 11), page([own(7)], 'more', 11));
    burn(7);
    expect(state()).toEqual([uuids(9, 7), 5, []]);
  });
});
