import type { Activity, StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PAGE_ITEMS } from '../../../../client/src/sync/cache/cache-updates.ts';
import { createUpdatesFixture, cursorAt } from './create-updates-fixture.ts';
import { createActivity, createCrud, createEvent, createHistory, odalys, uuidOf } from './sample-events.ts';

const renamed = { ...odalys, display_name: 'Odalys the Second' };
const lit = (seq: number) => createEvent(seq, { kind: 'activity.created', data: createCrud(seq, renamed) });
const replyTo3 = createCrud(70, { reply_to_activity_uuid: uuidOf(3) });

/** Twelve cruds, two of them burned, one reply and one new name: event n is at position n of the stream. */
const EVENTS: StreamEvent[] = [
  ...createHistory(5),
  createEvent(6, { kind: 'activity.deleted', data: { uuid: uuidOf(2) } }),
  createEvent(7, { kind: 'reply.created', data: replyTo3 }),
  createEvent(8, { kind: 'void', data: null }),
  createEvent(9, { kind: 'profile.updated', data: { ...renamed, bio: '', cruds_count: 4 } }),
  lit(10),
  createEvent(11, { kind: 'activity.deleted', data: { uuid: uuidOf(10) } }),
  lit(12),
];

/** The home page that the store would return after this many events, computed directly. */
function createSnapshot(seq: number) {
  const past = EVENTS.slice(0, seq);
  const burned = past.flatMap(({ kind, data }) => (kind === 'activity.deleted' ? [data.uuid] : []));
  const replies = past.filter(({ kind }) => kind === 'reply.created').length;
  const display_name = seq >= 9 ? renamed.display_name : odalys.display_name;
  const items = past
    .flatMap((one) => (one.kind === 'activity.created' ? [one.data] : []))
    .filter(({ uuid }) => !burned.includes(uuid))
    .map((data): Activity => ({ ...data, display_name, liked: false, reposted: false }))
    .map((item) => (item.uuid === uuidOf(3) ? { ...item, replies_count: replies } : item))
    .reverse();
  return { items, asOf: cursorAt(seq) };
}

function open(start: number) {
  const fixture = createUpdatesFixture(start);
  const apply = (events: StreamEvent[]) => {
    for (const event of events) fixture.cacheUpdates.applyEvent({ stream: 'public', event });
  };
  return { ...fixture, apply };
}

test('a page ends in the same state, whichever of snapshot and events comes first', () => {
  const index = fc.nat(EVENTS.length);
  fc.assert(
    fc.property(index, index, (taken, received) => {
      const { apply, show, items } = open(0);
      apply(EVENTS.slice(0, received));
      show('home', createSnapshot(taken));
      apply(EVENTS.slice(received));
      expect(items('home')).toEqual(createSnapshot(EVENTS.length).items);
    }),
  );
});

test('a page whose gap is no longer remembered is refetched, and after a reset everything', () => {
  const { show, refetched, cacheUpdates } = open(9);
  show('home', createSnapshot(8));
  expect(refetched).toEqual(['home']);
  cacheUpdates.onSnapshot('public', { seq: 3, tag: 'x3' }, 'reset');
  expect(refetched).toEqual(['home', 'everything']);
});

// The tab's older cursor is valid in both histories, so nothing resets it.
test('a page that is newer than the cursor is refetched when the store has lost its history', () => {
  const { apply, show, refetched } = open(3);
  show('home', { ...createSnapshot(5), asOf: { seq: 5, tag: 'lost' } });
  expect(refetched).toEqual([]);
  apply(EVENTS.slice(3, 5));
  expect(refetched).toEqual(['home']);
});

test('a page of another history than the applied events is refetched', () => {
  const { apply, show, refetched } = open(3);
  apply(EVENTS.slice(3, 5));
  for (const seq of [3, 4]) show('home', { ...createSnapshot(seq), asOf: { seq, tag: 'lost' } });
  expect(refetched).toEqual(['home', 'home']);
});

test('an optimistic crud is not doubled by its event, and keeps its marks', () => {
  const { receive, show, items, numbers } = open(5);
  show('home', { items: [createActivity(99, { liked: true }), ...createSnapshot(5).items] });
  for (const number of [98, 99]) receive({ kind: 'activity.created', data: createCrud(number) });
  expect(numbers('home')).toEqual([99, 98, 5, 4, 3, 2, 1]);
  expect(items('home')[0]).toMatchObject({ liked: true });
});

test('a reply is inserted into its post’s replies and counted there once', () => {
  const { receive, show, numbers, head } = open(5);
  show('post', { head: createActivity(3) });
  receive({ kind: 'reply.created', data: replyTo3 });
  expect(numbers('post')).toEqual([70]);
  expect(head('post')).toMatchObject({ replies_count: 1 });
});

test('a page that stays open takes 300 items of 20,000 events, and counts the others until it is fetched again', () => {
  const COUNT = 20_000;
  const { apply, show, numbers, page } = open(0);
  show('home', createSnapshot(0));
  show('post', { head: createActivity(3, { replies_count: 0 }) });
  const reply = (seq: number) =>
    createEvent(seq, {
      kind: 'reply.created',
      data: createCrud(seq, { reply_to_activity_uuid: uuidOf(3) }),
    });
  for (let seq = 1; seq <= COUNT; seq++) apply([seq % 2 === 0 ? reply(seq) : lit(seq)]);
  expect([numbers('home').length, page('home')?.missed]).toEqual([
    MAX_PAGE_ITEMS,
    COUNT / 2 - MAX_PAGE_ITEMS,
  ]);
  expect([numbers('post').length, page('post')?.head]).toMatchObject([
    MAX_PAGE_ITEMS,
    { replies_count: COUNT / 2 },
  ]);
  apply([createEvent(COUNT + 1, { kind: 'activity.deleted', data: { uuid: uuidOf(1) } }), lit(COUNT + 2)]);
  expect([numbers('home').length, numbers('home')[0]]).toEqual([MAX_PAGE_ITEMS - 1, 2 * MAX_PAGE_ITEMS - 1]);
  show('home', { items: [createActivity(COUNT + 2)], asOf: cursorAt(COUNT + 2) });
  apply([lit(COUNT + 3)]);
  expect(numbers('home')).toEqual([COUNT + 3, COUNT + 2]);
});

test('a burn of a crud that a full profile only counted is left to the server', () => {
  const { receive, show, head, refetched } = open(0);
  const items = createHistory(MAX_PAGE_ITEMS).map(({ seq }) => createActivity(seq));
  show('profile', { head: { ...odalys, bio: '', cruds_count: MAX_PAGE_ITEMS }, items });
  const uuid = uuidOf(MAX_PAGE_ITEMS + 1);
  receive({ kind: 'activity.created', data: createCrud(MAX_PAGE_ITEMS + 1) });
  expect(head('profile')).toMatchObject({ cruds_count: MAX_PAGE_ITEMS + 1 });
  receive({ kind: 'activity.deleted', data: { uuid } });
  expect(refetched).toEqual(['profile']);
});
