import type { StreamName } from '@cruddur/shared';
import { expect, test } from 'vitest';
import type { FollowerReply } from '../../../client/src/realtime/stream-follower.ts';
import { createTabFeed, type TabFeed } from '../../../client/src/realtime/tab-feed.ts';
import { createServerClock } from '../../../client/src/realtime/server-clock.ts';
import type { WireFact } from '../../../client/src/realtime/wire-fact.ts';
import { gate } from './gate.ts';
import { history } from './history.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const events = history(20);

/** One tab with what it showed; questions go to `sync`. */
function tab(sync: (stream: StreamName, after: string) => Promise<FollowerReply>) {
  const shown: number[] = [];
  const begun: string[] = [];
  let returns = 0;
  const feed = createTabFeed({
    sync,
    clock: createServerClock(
      () => Date.parse(NOW),
      () => undefined,
    ),
    news: {
      hear: ({ event }) => shown.push(event.seq),
      arrived: () => undefined,
      adopted: (stream, at, why) => begun.push(`${stream} ${at.seq} ${why}`),
      counts: () => undefined,
      returned: () => (returns += 1),
    },
    line: () => undefined,
    whisper: () => undefined,
    moved: () => undefined,
  });
  return { feed, shown, begun, returns: () => returns };
}

const nobody = () => Promise.reject(new Error('nobody answers'));
const ready = (seq: number, mode: 'resume' | 'reset' = 'resume'): WireFact => ({
  ...{ kind: 'ready', now: NOW, mode },
  heads: { public: `${seq}.t${seq}`, me: '0.0' },
});
const some = (from: number, to: number): WireFact => ({
  ...{ kind: 'events', stream: 'public', events: events.slice(from - 1, to) },
});
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** What a leader does with a question, as over the channel. */
const asked = (leader: TabFeed) => (stream: StreamName, after: string) =>
  Promise.resolve(leader.remembered(stream, after) ?? ({ ok: false, reset: true, head: '20.t20' } as const));

test('[TABS-1] a tab that has just come starts where the leader stands', () => {
  const leader = tab(nobody);
  leader.feed.hear(ready(5), true);
  leader.feed.hear(some(6, 8), true);
  const follower = tab(nobody);
  follower.feed.hear({ kind: 'place', heads: leader.feed.cursors() }, false);
  follower.feed.hear(some(8, 9), false);
  expect(follower.begun).toEqual(['public 8 first', 'me 0 first']);
  expect(follower.shown).toEqual([9]);
});

test('[TABS-2] what a tab missed while nobody led, it gets from the new leader’s memory', async () => {
  const leader = tab(nobody);
  leader.feed.hear(ready(3), true);
  const follower = tab(asked(leader.feed));
  follower.feed.hear(ready(3), false);
  leader.feed.hear(some(4, 9), true);
  follower.feed.hear(ready(9), false);
  await expect.poll(() => follower.shown).toEqual(numbers(4, 9));
  follower.feed.hear(some(7, 10), false);
  expect(follower.shown).toEqual(numbers(4, 10));
});

test('[TABS-2] a leader that does not remember so far back, or another history, is no answer', () => {
  const leader = tab(nobody);
  leader.feed.hear(ready(5), true);
  leader.feed.hear(some(6, 8), true);
  expect(leader.feed.remembered('public', '4.t4')).toBeNull();
  expect(leader.feed.remembered('public', '6.other')).toBeNull();
  expect(leader.feed.remembered('public', '8.t8')).toEqual({
    ok: true,
    events: [],
    head: '8.t8',
    more: false,
  });
  expect(leader.feed.remembered('public', '5.t5')).toMatchObject({ ok: true, head: '8.t8' });
});

test('[TABS-2] a new leader below a tab’s place may follow another history: the store decides', async () => {
  const follower = tab(() => Promise.resolve({ ok: false, reset: true, head: '2.x2' }));
  follower.feed.hear(ready(9), false);
  follower.feed.hear(ready(2, 'reset'), false);
  await expect.poll(() => follower.begun).toContain('public 2 reset');
});

test('[TABS-9] two connections that bring the same while one takes over from the other count once', () => {
  const { feed, shown } = tab(nobody);
  feed.hear(ready(2), true);
  feed.hear(some(3, 5), true);
  feed.hear(ready(7), true);
  feed.hear(some(6, 6), true);
  feed.hear(some(4, 7), true);
  feed.hear(some(7, 8), true);
  expect(shown).toEqual(numbers(3, 8));
});

test('[TABS-4] what was asked for before a sign-out is nothing for the next person: its late answer is not applied', async () => {
  const answer = gate<FollowerReply>();
  const { feed, shown, begun } = tab(() => answer.promise);
  feed.hear(ready(5), true);
  const asked = feed.ask();
  feed.stop();
  answer.open({ ok: true, events: events.slice(5, 8), head: '8.t8', more: false });
  await asked;
  expect(shown).toEqual([]);
  expect(begun).toEqual(['public 5 first', 'me 0 first']);
  expect(feed.cursors()).toEqual({});
});

test('[COUNTS-7] a connection that begins anew is a return for every tab, unless all is asked for anyway', () => {
  const leader = tab(nobody);
  const follower = tab(asked(leader.feed));
  const hear = (fact: WireFact) => {
    leader.feed.hear(fact, true);
    follower.feed.hear(fact, false);
  };
  hear(ready(5));
  hear(some(6, 8));
  expect([leader.returns(), follower.returns()]).toEqual([0, 0]);
  hear(ready(8));
  expect([leader.returns(), follower.returns()]).toEqual([1, 1]);
  leader.feed.hear(ready(9, 'reset'), true);
  expect(leader.returns()).toBe(1);
});
