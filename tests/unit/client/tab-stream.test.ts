import type { StreamName, SyncReply } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createTabStream, type TabStream } from '../../../client/src/realtime/tabs/tab-stream.ts';
import { createServerClock } from '../../../client/src/clock/server-clock.ts';
import type { WireEvent } from '../../../client/src/realtime/stream/wire-event.ts';
import { createDeferred } from './create-deferred.ts';
import { createHistory } from './sample-events.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const events = createHistory(20);

/** One tab with its shown events; requests go to `sync`. */
function createTestTab(sync: (stream: StreamName, after: string) => Promise<SyncReply>) {
  const shown: number[] = [];
  const begun: string[] = [];
  let returns = 0;
  const feed = createTabStream({
    sync,
    clock: createServerClock(
      () => Date.parse(NOW),
      () => undefined,
    ),
    cacheUpdates: {
      applyEvent: ({ event }) => shown.push(event.seq),
      onListFetched: () => undefined,
      onSnapshot: (stream, at, why) => begun.push(`${stream} ${at.seq} ${why}`),
      applyCounts: () => undefined,
      onReconnect: () => (returns += 1),
    },
    onConnectionEvent: () => undefined,
    publishEphemeral: () => undefined,
    onPublicSeq: () => undefined,
  });
  return { feed, shown, begun, returns: () => returns };
}

const rejectSync = () => Promise.reject(new Error('no answer'));
const ready = (seq: number, mode: 'resume' | 'reset' = 'resume'): WireEvent => ({
  kind: 'ready',
  now: NOW,
  mode,
  heads: { public: `${seq}.t${seq}`, me: '0.0' },
});
const createEvents = (from: number, to: number): WireEvent => ({
  kind: 'events',
  stream: 'public',
  events: events.slice(from - 1, to),
});
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** The leader's answer to a request over the channel. */
const requestedSync = (leader: TabStream) => (stream: StreamName, after: string) =>
  Promise.resolve(
    leader.recentEventsAfter(stream, after) ?? ({ ok: false, reset: true, head: '20.t20' } as const),
  );

test('[TABS-1] a new tab starts at the leader’s cursor', () => {
  const leader = createTestTab(rejectSync);
  leader.feed.handleWireEvent(ready(5), true);
  leader.feed.handleWireEvent(createEvents(6, 8), true);
  const follower = createTestTab(rejectSync);
  follower.feed.handleWireEvent({ kind: 'place', heads: leader.feed.cursors() }, false);
  follower.feed.handleWireEvent(createEvents(8, 9), false);
  expect(follower.begun).toEqual(['public 8 first', 'me 0 first']);
  expect(follower.shown).toEqual([9]);
});

test('[TABS-2] a tab gets the events it missed without a leader from the new leader’s memory', async () => {
  const leader = createTestTab(rejectSync);
  leader.feed.handleWireEvent(ready(3), true);
  const follower = createTestTab(requestedSync(leader.feed));
  follower.feed.handleWireEvent(ready(3), false);
  leader.feed.handleWireEvent(createEvents(4, 9), true);
  follower.feed.handleWireEvent(ready(9), false);
  await expect.poll(() => follower.shown).toEqual(numbers(4, 9));
  follower.feed.handleWireEvent(createEvents(7, 10), false);
  expect(follower.shown).toEqual(numbers(4, 10));
});

test('[TABS-2] a leader whose memory is too short or of another history cannot serve a catch-up', () => {
  const leader = createTestTab(rejectSync);
  leader.feed.handleWireEvent(ready(5), true);
  leader.feed.handleWireEvent(createEvents(6, 8), true);
  expect(leader.feed.recentEventsAfter('public', '4.t4')).toBeNull();
  expect(leader.feed.recentEventsAfter('public', '6.other')).toBeNull();
  expect(leader.feed.recentEventsAfter('public', '8.t8')).toEqual({
    ok: true,
    events: [],
    head: '8.t8',
    more: false,
  });
  expect(leader.feed.recentEventsAfter('public', '5.t5')).toMatchObject({ ok: true, head: '8.t8' });
});

test('[TABS-2] a new leader behind a tab’s cursor may follow another history: the store decides', async () => {
  const follower = createTestTab(() => Promise.resolve({ ok: false, reset: true, head: '2.x2' }));
  follower.feed.handleWireEvent(ready(9), false);
  follower.feed.handleWireEvent(ready(2, 'reset'), false);
  await expect.poll(() => follower.begun).toContain('public 2 reset');
});

test('[TABS-9] events that two connections deliver during a handover count once', () => {
  const { feed, shown } = createTestTab(rejectSync);
  feed.handleWireEvent(ready(2), true);
  feed.handleWireEvent(createEvents(3, 5), true);
  feed.handleWireEvent(ready(7), true);
  feed.handleWireEvent(createEvents(6, 6), true);
  feed.handleWireEvent(createEvents(4, 7), true);
  feed.handleWireEvent(createEvents(7, 8), true);
  expect(shown).toEqual(numbers(3, 8));
});

test('[TABS-4] a late answer to a request from before a sign-out is not applied for the next user', async () => {
  const answer = createDeferred<SyncReply>();
  const { feed, shown, begun } = createTestTab(() => answer.promise);
  feed.handleWireEvent(ready(5), true);
  const asked = feed.catchUp();
  feed.stop();
  answer.resolve({ ok: true, events: events.slice(5, 8), head: '8.t8', more: false });
  await asked;
  expect(shown).toEqual([]);
  expect(begun).toEqual(['public 5 first', 'me 0 first']);
  expect(feed.cursors()).toEqual({});
});

test('[COUNTS-7] a resumed connection is a reconnection for every tab, unless everything is refetched anyway', () => {
  const leader = createTestTab(rejectSync);
  const follower = createTestTab(requestedSync(leader.feed));
  const receive = (fact: WireEvent) => {
    leader.feed.handleWireEvent(fact, true);
    follower.feed.handleWireEvent(fact, false);
  };
  receive(ready(5));
  receive(createEvents(6, 8));
  expect([leader.returns(), follower.returns()]).toEqual([0, 0]);
  receive(ready(8));
  expect([leader.returns(), follower.returns()]).toEqual([1, 1]);
  leader.feed.handleWireEvent(ready(9, 'reset'), true);
  expect(leader.returns()).toBe(1);
});
