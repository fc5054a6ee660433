import type { SyncAnswer, WireCursors } from '@cruddur/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { createPoller } from '../../../client/src/realtime/connection/poller.ts';
import type { WireEvent } from '../../../client/src/realtime/stream/wire-event.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';
import { AT, createHistory } from './sample-events.ts';

const KNOWN = { public: '1.t1', me: '4.x' };
const nothing = { events: [], head: '4.x', more: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type PollReply = SyncAnswer['streams'] | 'lost' | 'refused';

function start(turns: PollReply[], known: Partial<WireCursors> = KNOWN, tokens: string[] = []) {
  const requests: Partial<WireCursors>[] = [];
  const told: string[] = [];
  const facts: WireEvent[] = [];
  const poller = createPoller({
    runtime: createTestRuntime(),
    cursors: () => known,
    onWireEvent(fact) {
      facts.push(fact);
      told.push(fact.kind);
    },
    freshToken: () => Promise.resolve(tokens.shift() ?? null),
    onSessionEnded: () => told.push('ENDED'),
    onPollResult: (isAnswered) => told.push(isAnswered ? 'POLLING' : 'LOST'),
    sync(cursors) {
      requests.push(cursors);
      const turn = turns.shift() ?? 'lost';
      if (turn === 'lost') return Promise.reject(new Error('lost'));
      if (turn === 'refused') return Promise.reject(new ApiError(401, ['generic_401']));
      return Promise.resolve({ now: AT, streams: turn });
    },
  });
  poller.start();
  return { poller, requests, told, facts };
}

test('[TABS-5] each answer delivers the events and then the heads', async () => {
  const events = createHistory(3).slice(1);
  const { told, facts, requests } = start([{ public: { events, head: '3.t3', more: false }, me: nothing }]);
  await pass(0);
  expect(requests).toEqual([KNOWN]);
  expect(told).toEqual(['POLLING', 'events', 'head']);
  expect(facts[1]).toEqual({ kind: 'head', now: AT, heads: { public: '3.t3', me: '4.x' } });
});

test('[TABS-5] without a cursor it requests the heads, and another history is a reset', async () => {
  const answer = { public: { reset: true, head: '9.z' }, me: nothing } as const;
  const { told, requests } = start([answer], { public: '1.t1' });
  await pass(0);
  expect(requests).toEqual([{}]);
  expect(told).toEqual(['POLLING', 'ready']);
});

test('[TABS-5] it polls every few seconds, less often without answers, and at once when hurried', async () => {
  const quiet = { public: nothing, me: nothing };
  const { poller, requests, told } = start([quiet, 'lost', 'lost', quiet]);
  await pass(0);
  for (const count of [2, 2, 3]) {
    await pass(2500);
    expect(requests).toHaveLength(count);
  }
  poller.pollNow();
  await pass(0);
  expect(told).toEqual(['POLLING', 'head', 'LOST', 'LOST', 'POLLING', 'head']);
  await pass(2500);
  expect(requests).toHaveLength(5);
  poller.stop();
  await pass(100_000);
  expect(requests).toHaveLength(5);
});

test('[STAY-12] a session is over when a new token is refused too, and not while no new token is available', async () => {
  const over = start(['refused', 'refused'], KNOWN, ['second', 'third']);
  const away = start(['refused', 'refused', 'refused'], KNOWN, ['first', 'first', 'first']);
  await pass(0);
  expect(over.told).toEqual(['LOST']);
  await pass(5000);
  expect(over.told).toEqual(['LOST', 'LOST', 'ENDED']);
  await pass(5000);
  expect(away.told).toEqual(['LOST', 'LOST', 'LOST']);
});
