import type { Activity, StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { createCrud, createEvent, createHistory, uuidOf } from './sample-events.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';

/** Twelve cruds, two of them burned, one reply and one new name: event n is at position n of the stream. */
const EVENTS: StreamEvent[] = [
  ...createHistory(5),
  createEvent(6, { kind: 'activity.deleted', data: { uuid: uuidOf(2) } }),
  createEvent(7, { kind: 'reply.created', data: createCrud(70, { reply_to_activity_uuid: uuidOf(3) }) }),
  createEvent(8, { kind: 'void', data: null }),
  createEvent(9, {
    kind: 'profile.updated',
    data: {
      handle: 'odalys',
      display_name: 'Odalys the Second',
      bio: '',
      cruds_count: 4,
      avatar_version: 0,
      cognito_user_uuid: uuidOf(800),
    },
  }),
  createEvent(10, { kind: 'activity.created', data: createCrud(10, { display_name: 'Odalys the Second' }) }),
  createEvent(11, { kind: 'activity.deleted', data: { uuid: uuidOf(10) } }),
  createEvent(12, { kind: 'activity.created', data: createCrud(12, { display_name: 'Odalys the Second' }) }),
];

/** The home page that the store would return after this many events, computed directly. */
function createSnapshot(seq: number): FeedPage {
  const past = EVENTS.slice(0, seq);
  const burned = past.flatMap(({ kind, data }) => (kind === 'activity.deleted' ? [data.uuid] : []));
  const replies = past.filter(({ kind }) => kind === 'reply.created').length;
  const display_name = seq >= 9 ? 'Odalys the Second' : 'Odalys';
  const items = past
    .flatMap((one) => (one.kind === 'activity.created' ? [one.data] : []))
    .filter(({ uuid }) => !burned.includes(uuid))
    .map((data): Activity => ({ ...data, display_name, liked: false, reposted: false }))
    .map((item) => (item.uuid === uuidOf(3) ? { ...item, replies_count: replies } : item))
    .reverse();
  return { head: null, items, next: null, asOf: { public: { seq, tag: `t${seq}` } } };
}

describe('events on cached pages', () => {
  test('[LIVE-3] a page ends in the same state, whichever of snapshot and events comes first', () => {
    const place = fc.nat(EVENTS.length);
    fc.assert(
      fc.property(place, place, (taken, received) => {
        const fixture = createUpdatesFixture();
        fixture.cacheUpdates.onSnapshot('public', { seq: 0, tag: 't0' }, 'first');
        for (const one of EVENTS.slice(0, received)) fixture.receive(one);
        fixture.addFetched('home', createSnapshot(taken));
        for (const one of EVENTS.slice(received)) fixture.receive(one);
        expect(fixture.items('home')).toEqual(createSnapshot(EVENTS.length).items);
      }),
    );
  });

  test('[LIVE-3] a page whose gap is no longer remembered is refetched', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 9, tag: 't9' }, 'first');
    fixture.addFetched('home', createSnapshot(8));
    expect(fixture.refetched).toEqual(['home']);
  });

  // The tab's older cursor is valid in both histories, so nothing resets it.
  test('[LIVE-17] a page that is newer than the cursor is refetched when the store has lost its history', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 3, tag: 't3' }, 'first');
    const page = createSnapshot(5);
    fixture.addFetched('home', { ...page, asOf: { public: { seq: 5, tag: 'lost' } } });
    expect(fixture.refetched).toEqual([]);
    for (const event of EVENTS.slice(3, 5)) fixture.receive(event);
    expect(fixture.refetched).toEqual(['home']);
  });

  test('[LIVE-17] a page of another history than the applied events is refetched', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 3, tag: 't3' }, 'first');
    for (const event of EVENTS.slice(3, 5)) fixture.receive(event);
    for (const [seq, tag] of [
      [3, 'lost'],
      [4, 'lost'],
    ] as const)
      fixture.addFetched('home', { ...createSnapshot(seq), asOf: { public: { seq, tag } } });
    expect(fixture.refetched).toEqual(['home', 'home']);
  });

  test('[LIVE-3] an optimistic crud is not doubled by its event, and keeps its marks', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 5, tag: 't5' }, 'first');
    const page = createSnapshot(5);
    const own: Activity = { ...createCrud(99), liked: true, reposted: false };
    fixture.addFetched('home', { ...page, items: [own, ...page.items] });
    fixture.receive(createEvent(6, { kind: 'activity.created', data: createCrud(98) }));
    fixture.receive(createEvent(7, { kind: 'activity.created', data: createCrud(99) }));
    const [first, second] = fixture.items('home') as Activity[];
    expect([first?.uuid, second?.uuid]).toEqual([uuidOf(99), uuidOf(98)]);
    expect(first?.liked).toBe(true);
    expect(fixture.items('home')).toHaveLength(7);
  });

  test('[LIVE-3] after a reset everything is refetched', () => {
    const fixture = createUpdatesFixture();
    fixture.cacheUpdates.onSnapshot('public', { seq: 3, tag: 'x3' }, 'reset');
    expect(fixture.refetched).toEqual(['everything']);
  });

  test('a reply is inserted into its post’s replies and counted there once', () => {
    const fixture = createUpdatesFixture();
    const head: Activity = { ...createCrud(3), liked: false, reposted: false };
    fixture.cacheUpdates.onSnapshot('public', { seq: 5, tag: 't5' }, 'first');
    const asOf = { public: { seq: 5, tag: 't5' } };
    fixture.addFetched('post', { head, items: [], next: null, asOf });
    const reply = createEvent(6, {
      kind: 'reply.created',
      data: createCrud(70, { reply_to_activity_uuid: uuidOf(3) }),
    });
    fixture.receive(reply);
    expect(fixture.items('post')).toMatchObject([{ uuid: uuidOf(70) }]);
    expect(fixture.head('post')).toMatchObject({ replies_count: 1 });
  });
});
