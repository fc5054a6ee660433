import type { SyncAnswer, WireCursors } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../client/src/base/http/api-error.ts';
import { createPoll } from '../../../../client/src/sync/connection/poll.ts';
import type { WireEvent } from '../../../../client/src/sync/connection/wire-event.ts';
import { AT, createHistory } from './sample-events.ts';

const KNOWN = { public: '1.t1', me: '4.x' };
const nothing = { events: [], head: '4.x', more: false };

type PollReply = SyncAnswer['streams'] | 'lost' | 'refused';

/** Polls once for each reply, until one is no answer. */
async function pollAll(turns: PollReply[], known: Partial<WireCursors> = KNOWN, tokens: string[] = []) {
  const requests: Partial<WireCursors>[] = [];
  const told: string[] = [];
  const received: WireEvent[] = [];
  const poll = createPoll({
    cursors: () => known,
    onWireEvent(event) {
      received.push(event);
      told.push(event.kind);
    },
    freshToken: () => Promise.resolve(tokens.shift() ?? null),
    onSessionEnded: () => told.push('ENDED'),
    sync(cursors) {
      requests.push(cursors);
      const turn = turns[requests.length - 1] ?? 'lost';
      if (turn === 'lost') return Promise.reject(new Error('lost'));
      if (turn === 'refused') return Promise.reject(new ApiError(401, ['generic_401']));
      return Promise.resolve({ now: AT, streams: turn });
    },
  });
  const { signal } = new AbortController();
  for (const turn of turns) {
    const polled = poll(signal);
    await (typeof turn === 'object' ? polled : expect(polled).rejects.toThrow());
  }
  return { requests, told, received };
}

test('[TABS-5] each answer delivers the events and then the heads', async () => {
  const events = createHistory(3).slice(1);
  const { told, received, requests } = await pollAll([
    { public: { events, head: '3.t3', more: false }, me: nothing },
  ]);
  expect(requests).toEqual([KNOWN]);
  expect(told).toEqual(['events', 'head']);
  expect(received[1]).toEqual({ kind: 'head', now: AT, heads: { public: '3.t3', me: '4.x' } });
});

test('[TABS-5] without a cursor it requests the heads, and another history is a reset', async () => {
  const answer = { public: { reset: true, head: '9.z' }, me: nothing } as const;
  const { told, requests } = await pollAll([answer], { public: '1.t1' });
  expect(requests).toEqual([{}]);
  expect(told).toEqual(['ready']);
});

test('[TABS-5] the answer to a poll that was stopped is dropped', async () => {
  const told: string[] = [];
  const stopped = new AbortController();
  const poll = createPoll({
    ...{
      cursors: () => KNOWN,
      freshToken: () => Promise.resolve(null),
      onSessionEnded: () => told.push('ENDED'),
    },
    onWireEvent: ({ kind }) => told.push(kind),
    sync: () => Promise.resolve({ now: AT, streams: { public: nothing, me: nothing } }),
  });
  const polled = poll(stopped.signal);
  stopped.abort();
  await polled;
  expect(told).toEqual([]);
});

test('a session is over when a new token is refused too, and not while no new token is available', async () => {
  const over = await pollAll(['refused'], KNOWN, ['second', 'third']);
  expect(over.told).toEqual([]);
  const twice = await pollAll(['refused', 'refused'], KNOWN, ['second', 'third']);
  expect(twice.told).toEqual(['ENDED']);
  const away = await pollAll(['refused', 'refused', 'refused'], KNOWN, ['first', 'first', 'first']);
  expect(away.told).toEqual([]);
});
