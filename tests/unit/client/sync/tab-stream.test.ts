import type { StreamName, SyncReply } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createServerClock } from '../../../../client/src/base/clock/server-clock.ts';
import type { WireEvent } from '../../../../client/src/sync/connection/wire-event.ts';
import { createTabStream } from '../../../../client/src/sync/tabs/tab-stream.ts';
import { createDeferred } from '../create-deferred.ts';
import { AT, createHistory } from './sample-events.ts';
import { createRecentEvents } from '../../../../client/src/sync/cache/cache-updates.ts';

const events = createHistory(20);

type Sync = (stream: StreamName, after: string) => Promise<SyncReply>;
const rejectSync = () => Promise.reject(new Error('no answer'));

/** One tab with its shown events; requests go to `sync`. */
function openTab({ sync = rejectSync, leads = true }: { sync?: Sync; leads?: boolean } = {}) {
  const shown: number[] = [];
  const begun: string[] = [];
  const recentEvents = createRecentEvents();
  let returns = 0;
  const feed = createTabStream({
    sync,
    clock: createServerClock(
      () => Date.parse(AT),
      () => undefined,
    ),
    cacheUpdates: {
      recentEvents,
      applyEvent({ stream, event }) {
        recentEvents[stream].add(event);
        shown.push(event.seq);
      },
      onSnapshot(stream, at, why) {
        recentEvents[stream].startAt(at);
        begun.push(`${stream} ${at.seq} ${why}`);
      },
      onReconnect: () => (returns += 1),
      ...{ onListFetched: () => undefined, applyCounts: () => undefined },
    },
    ...{ onLeaderConnection: () => undefined, publishEphemeral: () => undefined },
    onPublicSeq: () => undefined,
  });
  const receive = (...events: WireEvent[]) => {
    for (const event of events) feed.handleWireEvent(event, leads);
  };
  return { feed, receive, shown, begun, returns: () => returns };
}

/** A tab that requests missed events from the leader, which answers from its memory. */
function openFollower({ feed }: ReturnType<typeof openTab>) {
  const lost = { ok: false, reset: true, head: '20.t20' } as const;
  const sync: Sync = (stream, after) => Promise.resolve(feed.recentEventsAfter(stream, after) ?? lost);
  return openTab({ sync, leads: false });
}

const ready = (seq: number, mode: 'resume' | 'reset' = 'resume'): WireEvent => ({
  ...{ kind: 'ready', now: AT, mode, heads: { public: `${seq}.t${seq}`, me: '0.0' } },
});
const eventsOf = (from: number, to: number): WireEvent => ({
  ...{ kind: 'events', stream: 'public', events: events.slice(from - 1, to) },
});
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('[TABS-1] a new tab starts at the leader’s cursor', () => {
  const leader = openTab();
  leader.receive(ready(5), eventsOf(6, 8));
  const follower = openTab({ leads: false });
  follower.receive({ kind: 'cursors', cursors: leader.feed.cursors() }, eventsOf(8, 9));
  expect(follower.begun).toEqual(['public 8 first', 'me 0 first']);
  expect(follower.shown).toEqual([9]);
});

test('[TABS-2] a tab gets the events it missed without a leader from the new leader’s memory', async () => {
  const leader = openTab();
  const follower = openFollower(leader);
  leader.receive(ready(3), eventsOf(4, 9));
  follower.receive(ready(3), ready(9));
  await expect.poll(() => follower.shown).toEqual(numbers(4, 9));
  follower.receive(eventsOf(7, 10));
  expect(follower.shown).toEqual(numbers(4, 10));
});

test('[TABS-2] a leader whose memory is too short or of another history cannot serve a catch-up', () => {
  const { feed, receive } = openTab();
  receive(ready(5), eventsOf(6, 8));
  expect(feed.recentEventsAfter('public', '4.t4')).toBeNull();
  expect(feed.recentEventsAfter('public', '6.other')).toBeNull();
  const nothing = { ok: true, events: [], head: '8.t8', more: false };
  expect(feed.recentEventsAfter('public', '8.t8')).toEqual(nothing);
  expect(feed.recentEventsAfter('public', '5.t5')).toMatchObject({ ok: true, head: '8.t8' });
});

test('[TABS-2] a new leader behind a tab’s cursor may follow another history: the store decides', async () => {
  const sync = () => Promise.resolve({ ok: false, reset: true, head: '2.x2' } as const);
  const follower = openTab({ sync, leads: false });
  follower.receive(ready(9), ready(2, 'reset'));
  await expect.poll(() => follower.begun).toContain('public 2 reset');
});

test('events that two connections deliver during a handover count once', () => {
  const { receive, shown } = openTab();
  receive(ready(2), eventsOf(3, 5), ready(7), eventsOf(6, 6), eventsOf(4, 7), eventsOf(7, 8));
  expect(shown).toEqual(numbers(3, 8));
});

test('a late answer to a request from before a sign-out is not applied for the next user', async () => {
  const answer = createDeferred<SyncReply>();
  const { feed, receive, shown, begun } = openTab({ sync: () => answer.promise });
  receive(ready(5));
  const asked = feed.catchUp();
  feed.stop();
  answer.resolve({ ok: true, events: events.slice(5, 8), head: '8.t8', more: false });
  await asked;
  expect(shown).toEqual([]);
  expect(begun).toEqual(['public 5 first', 'me 0 first']);
  expect(feed.cursors()).toEqual({});
});

test('a resumed connection is a reconnection for every tab, unless everything is refetched anyway', () => {
  const leader = openTab();
  const follower = openFollower(leader);
  const receive = (event: WireEvent) => {
    for (const tab of [leader, follower]) tab.receive(event);
    return [leader.returns(), follower.returns()];
  };
  receive(ready(5));
  expect(receive(eventsOf(6, 8))).toEqual([0, 0]);
  expect(receive(ready(8))).toEqual([1, 1]);
  leader.receive(ready(9, 'reset'));
  expect(leader.returns()).toBe(1);
});
