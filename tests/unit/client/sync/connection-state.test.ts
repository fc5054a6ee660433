import { PRESENCE_PAUSE_MS, type SyncAnswer } from '@cruddur/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onReconnect } from '../../../../client/src/app/on-reconnect.ts';
import { refusalDelayMs } from '../../../../client/src/sync/connection/refusals.ts';
import { createPresence, typingKey } from '../../../../client/src/sync/presence/presence.ts';
import { createConnection } from '../../../../client/src/sync/connection/connection.ts';
import { sendPresence } from '../../../../client/src/sync/presence/use-presence.ts';
import type { EphemeralEvent } from '../../../../client/src/sync/connection/wire-event.ts';
import type { ConnectionState } from '../../../../client/src/sync/connection/connection.machine.ts';
import { createLeaderTab } from '../../../../client/src/sync/tabs/leader-tab.ts';
import { createLeaderTasks } from '../../../../client/src/sync/realtime-client.ts';
import {
  SHOW_OUTAGE_AFTER_MS,
  SHOW_RETURN_MS,
  watchOutages,
  type OutageNotice,
} from '../../../../client/src/sync/tabs/outage-notice.ts';
import type { LeaderMessage } from '../../../../client/src/sync/tabs/tab-channel.ts';
import { createSignal } from '../../../../client/src/base/signal.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { createHistory } from './sample-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose states the test sets. */
function openConnection() {
  const state = createSignal<ConnectionState>({ status: 'idle', proved: false });
  return { state, become: (status: ConnectionState['status']) => state.set({ status, proved: false }) };
}

/** What happens to a connection: it gets a state, the browser loses or finds its network, or time passes. */
type Step = ConnectionState['status'] | 'offline' | 'online' | number;
const LOST: Step[] = ['reconnecting', SHOW_OUTAGE_AFTER_MS];
const AGES = 10 * SHOW_OUTAGE_AFTER_MS;

test.each<[what: string, steps: Step[], shown: OutageNotice[]]>([
  ['a short loss is not shown', ['live', 'reconnecting', SHOW_OUTAGE_AFTER_MS - 1, 'live', AGES], []],
  [
    'an outage is shown after three seconds, which failed attempts do not restart',
    ['refused', SHOW_OUTAGE_AFTER_MS / 2, 'connecting', 'reconnecting', SHOW_OUTAGE_AFTER_MS / 2],
    ['outage'],
  ],
  ['a loss that the browser knows of is shown at once', ['live', 'offline', 'reconnecting'], ['outage']],
  ['the browser alone is not believed', ['live', 'offline', AGES], []],
  ['its end is shown', [...LOST, 'polling', 'live', SHOW_RETURN_MS - 1], ['outage', 'over']],
  ['its end is shown for three seconds', [...LOST, 'live', SHOW_RETURN_MS], ['outage', 'over', 'none']],
  [
    'the next loss ends the notice that the last one is over, and waits again',
    [...LOST, 'live', 'reconnecting', SHOW_OUTAGE_AFTER_MS - 1, 'live', AGES],
    ['outage', 'over', 'none'],
  ],
  ['a sign-out ends an outage without a word', [...LOST, 'idle', AGES], ['outage', 'none']],
])('[LIVE-7] %s', (_, steps, shown) => {
  const { state, become } = openConnection();
  const notice = createSignal<OutageNotice>('none');
  const runtime = createTestRuntime();
  watchOutages(state, notice, runtime);
  const seen: OutageNotice[] = [];
  notice.subscribe(() => seen.push(notice.getSnapshot()));
  for (const step of steps) {
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else if (step === 'offline' || step === 'online')
      runtime.changePage(step, { isOnline: step === 'online' });
    else become(step);
  }
  expect(seen).toEqual(shown);
});

test('the request is repeated when the connection opens, a network appears or the page becomes visible', () => {
  const { page, changePage } = createTestRuntime();
  const { state } = openConnection();
  const work = vi.fn();
  onReconnect(state, page, work);
  changePage('visibilitychange', { isVisible: false });
  changePage('visibilitychange', { isVisible: true, isOnline: false });
  expect(work).not.toHaveBeenCalled();
  state.set({ status: 'live', proved: true });
  expect(work).toHaveBeenCalledTimes(1);
  changePage('online', { isOnline: true });
  expect(work).toHaveBeenCalledTimes(2);
  changePage('visibilitychange');
  expect(work).toHaveBeenCalledTimes(3);
});

test('tabs refused at the same moment return spread over time, and soon', () => {
  const firsts = [0, 0.25, 0.5, 0.75, 0.99].map((random) => refusalDelayMs('restarting', 0, random));
  expect(firsts).toEqual([250, 375, 500, 625, 745]);
  expect(refusalDelayMs('restarting', 1, 0.5)).toBe(1000);
  expect([0, 0.5, 0.99].map((random) => refusalDelayMs('restarting', 9, random))).toEqual([500, 1000, 1490]);
  expect(refusalDelayMs('too_many', 9, 0.5)).toBe(30_000);
});

test('presence and typing last until the end of the latest lease, for the named handle only', () => {
  const [first, later] = ['2030-01-01T00:00:06.000Z', '2030-01-01T00:00:09.000Z'] as const;
  const events = createSignal<EphemeralEvent | null>(null);
  let now = Date.parse(first) - 1;
  const tracker = createPresence(events, () => now);
  events.set({ kind: 'presence', presence: { handle: 'odalys', until: first } });
  events.set({ kind: 'typing', typing: { message_group_uuid: 'g', handle: 'odalys', until: first } });
  events.set({ kind: 'presence', presence: { handle: 'odalys', until: later } });
  const { presentUntil, typingUntil } = tracker.getSnapshot();
  expect([...presentUntil]).toEqual([['odalys', Date.parse(later)]]);
  expect([...typingUntil]).toEqual([[typingKey('g', 'odalys'), Date.parse(first)]]);
  now = Date.parse(later) + 1;
  events.set({ kind: 'presence', presence: { handle: 'teo', until: '2030-01-01T00:00:20.000Z' } });
  expect([...tracker.getSnapshot().presentUntil.keys()]).toEqual(['teo']);
});

test('a conversation opened before the connection publishes its presence as soon as the connection is live', () => {
  const { state, become } = openConnection();
  const notified: string[] = [];
  const sendEphemeral = (_event: string, group: string) => {
    if (state.getSnapshot().status === 'live') notified.push(group);
  };
  const ephemeralEvents = createSignal<EphemeralEvent | null>(null);
  const parts = { connectionState: state, ephemeralEvents, sendEphemeral };
  const leave = sendPresence(parts, createTestRuntime(), 'g');
  expect(notified).toEqual([]);
  become('live');
  expect(notified).toEqual(['g']);
  // One who appears is answered once.
  for (const until of ['', ' '])
    ephemeralEvents.set({ kind: 'presence', presence: { handle: 'ann', until } });
  vi.advanceTimersByTime(PRESENCE_PAUSE_MS);
  expect(notified).toEqual(['g', 'g']);
  leave();
  state.set({ status: 'live', proved: true });
  expect(notified).toEqual(['g', 'g']);
});

test('[TABS-1] a leader’s task starts and stops with its leadership, whenever it was registered', () => {
  const done: string[] = [];
  const task = (name: string) => () => {
    done.push(`${name} begins`);
    return () => void done.push(`${name} ends`);
  };
  const tasks = createLeaderTasks();
  const stopEarly = tasks.add(task('early'));
  const end = tasks.startAll();
  tasks.add(task('late'));
  stopEarly();
  end();
  tasks.startAll();
  expect(done).toEqual(['early begins', 'late begins', 'early ends', 'late ends', 'late begins']);
});

/** A leader tab that syncs over HTTP, because it never opens its connection. */
function openLeader(streams: SyncAnswer['streams']) {
  const broadcast: LeaderMessage[] = [];
  const parts = {
    ...{ runtime: createTestRuntime(), origin: '', cursors: () => ({}) },
    ...{ token: () => Promise.resolve(null), freshToken: () => Promise.resolve(null) },
  };
  const connection = createConnection({
    ...parts,
    loadSocketIo: () => Promise.reject(new Error('it opens no socket')),
    firstContent: new Promise(() => undefined),
    sync: () => Promise.resolve({ now: '2026-01-01T00:00:00.000Z', streams }),
    catchUp: () => Promise.resolve(),
    ...{ onSessionEnded: () => undefined, onWireEvent: () => undefined, onState: () => undefined },
  });
  const leader = createLeaderTab({
    ...parts,
    connection,
    tabStream: { cursors: () => ({}), recentEventsAfter: () => null },
    channel: { broadcastAsLeader: (message) => broadcast.push(message) },
    startLeaderTasks: () => () => undefined,
  });
  return {
    leader,
    broadcast,
    [Symbol.dispose]() {
      leader.stop();
      connection.close();
    },
  };
}

test('[TABS-1] what the leader receives as the reply to a sync reaches the other tabs too', async () => {
  const events = createHistory(3);
  using tab = openLeader({ public: { events, head: '3.t3', more: false } });
  expect(await tab.leader.sync('public', '0.0')).toMatchObject({ ok: true, events: [{ seq: 1 }, {}, {}] });
  expect(tab.broadcast).toEqual([
    { kind: 'wire-events', events: [{ kind: 'events', stream: 'public', events }] },
  ]);
});

test('the other tabs hear that the store has lost the history of the leader', async () => {
  using tab = openLeader({ me: { reset: true, head: '2.x2' } });
  expect(await tab.leader.sync('me', '2.t2')).toMatchObject({ ok: false, reset: true });
  expect(tab.broadcast).toEqual([
    { kind: 'wire-events', events: [{ kind: 'cursors', cursors: { me: '2.x2' } }] },
  ]);
});
