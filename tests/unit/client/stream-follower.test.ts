import type { StreamEvent, SyncReply } from '@cruddur/shared';
import { formatCursor, parseCursor } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStreamFollower } from '../../../client/src/realtime/stream/stream-follower.ts';
import { createDeferred } from './create-deferred.ts';
import { createHistory } from './sample-events.ts';

/** A server that has a complete stream and answers requests in pages. */
function createFakeServer(events: StreamEvent[], pageSize = 3) {
  const head = formatCursor(events.at(-1) ?? { seq: 0, tag: '0' });
  const sync = (after: string): Promise<SyncReply> => {
    const seq = parseCursor(after)?.seq ?? 0;
    const rest = events.filter((event) => event.seq > seq);
    const page = rest.slice(0, pageSize);
    return Promise.resolve({ ok: true, events: page, head, more: rest.length > pageSize });
  };
  return { head, sync };
}

/** A follower that starts at a cursor. The requests that it makes are `requests`. */
function follow(start: string, sync: (after: string) => Promise<SyncReply>) {
  const [requests, applied, adopted]: [string[], number[], string[]] = [[], [], []];
  const follower = createStreamFollower({
    sync(after) {
      requests.push(after);
      return sync(after);
    },
    apply: ({ seq }) => applied.push(seq),
    onSnapshot: (at, why) => adopted.push(`${formatCursor(at)} ${why}`),
  });
  follower.startAt(start);
  return { follower, requests, applied, adopted };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const eventsAfter3: SyncReply = { ok: true, events: createHistory(5).slice(3), head: '5.t5', more: false };
const resetTo = (head?: string): SyncReply => ({ ok: false, reset: true, ...(head && { head }) });
const answer = (reply: SyncReply) => () => Promise.resolve(reply);

test('[LIVE-1] every event is applied once and in order, whatever is lost, doubled or reordered', async () => {
  const delivery = fc.array(fc.record({ from: fc.nat(19), length: fc.integer({ min: 1, max: 5 }) }));
  await fc.assert(
    fc.asyncProperty(delivery, async (batches) => {
      const events = createHistory(20);
      const { head, sync } = createFakeServer(events);
      const { follower, applied } = follow('0.0', sync);
      for (const { from, length } of batches) {
        follower.receive(events.slice(from, from + length));
        await Promise.resolve();
      }
      follower.compareWithHead(head);
      await follower.catchUp();
      expect(applied).toEqual(numbers(20));
    }),
  );
});

test('[LIVE-1] events that arrive during a catch-up are neither lost nor applied twice', async () => {
  const events = createHistory(6);
  const { promise, resolve } = createDeferred<SyncReply>();
  const { follower, applied } = follow('0.0', () => promise);
  follower.receive(events.slice(2, 4));
  follower.receive(events.slice(0, 3));
  expect(applied).toEqual([1, 2, 3]);
  resolve({ ok: true, events, head: '6.t6', more: false });
  await follower.catchUp();
  expect(applied).toEqual(numbers(6));
});

test('[LIVE-10] an answer for a stream that was left is dropped, and another history is requested', async () => {
  const { promise, resolve } = createDeferred<SyncReply>();
  const { follower, requests, applied, adopted } = follow('3.t3', (after) =>
    requests.length === 1 ? promise : Promise.resolve({ ok: true, events: [], head: after, more: false }),
  );
  const level = follower.catchUp();
  follower.reset();
  follower.startAt('3.other');
  resolve(eventsAfter3);
  await level;
  expect(applied).toEqual([]);
  expect(requests).toEqual(['3.t3', '3.other']);
  expect(adopted).toEqual(['3.t3 first', '3.other reset']);

  const late = createDeferred<SyncReply>();
  const left = follow('3.t3', () => late.promise);
  const leaving = left.follower.catchUp();
  left.follower.reset();
  late.resolve(eventsAfter3);
  await leaving;
  expect([left.applied, left.follower.cursor()]).toEqual([[], null]);
});

test('[LIVE-1] a failed catch-up loses nothing: the next head repeats it', async () => {
  const events = createHistory(4);
  const { head, sync } = createFakeServer(events);
  let isUnanswered = true;
  const { follower, applied } = follow('0.0', (after) =>
    isUnanswered ? Promise.reject(new Error('timeout')) : sync(after),
  );
  follower.receive(events.slice(2));
  await expect(follower.catchUp()).rejects.toThrow('timeout');
  isUnanswered = false;
  follower.compareWithHead(head);
  await follower.catchUp();
  expect(applied).toEqual(numbers(4));
});

test('[LIVE-1] a failed catch-up is repeated at the next frame, of whichever stream', async () => {
  const { sync } = createFakeServer(createHistory(4));
  const { follower, requests, applied } = follow('0.0', (after) =>
    requests.length === 1 ? Promise.reject(new Error('timeout')) : sync(after),
  );
  follower.retryFailedSync();
  expect(requests).toEqual([]);
  await expect(follower.catchUp()).rejects.toThrow('timeout');
  follower.retryFailedSync();
  follower.retryFailedSync();
  await follower.catchUp();
  expect(applied).toEqual(numbers(4));
  follower.retryFailedSync();
  expect(requests.length).toBeLessThan(5);
});

test('[LIVE-2] a tag that does not match is another history: the next head is a reset', () => {
  const { follower, applied, adopted } = follow('5.t5', answer(resetTo()));
  follower.compareWithHead('5.other');
  expect(follower.cursor()).toBeNull();
  follower.receive(createHistory(9).slice(5));
  follower.compareWithHead('7.x7');
  expect(adopted).toEqual(['5.t5 first', '7.x7 reset']);
  expect(applied).toEqual([]);
});

test('[LIVE-2] a reset with a head starts there at once, and one without at the next head', async () => {
  const named = follow('5.t5', answer(resetTo('9.t9')));
  await named.follower.catchUp();
  expect(named.adopted).toEqual(['5.t5 first', '9.t9 reset']);
  const unnamed = follow('5.t5', answer(resetTo()));
  unnamed.follower.compareWithHead('9.t9');
  await unnamed.follower.catchUp();
  unnamed.follower.compareWithHead('9.t9');
  expect(unnamed.adopted).toEqual(['5.t5 first', '9.t9 reset']);
});

test('[LIVE-19] a head below the cursor causes a sync, which tells a late gateway from a store that has lost events', async () => {
  let reply: SyncReply = { ok: true, events: [], head: '5.t5', more: false };
  const { follower, requests, adopted } = follow('5.t5', () => Promise.resolve(reply));
  follower.compareWithHead('4.t4');
  expect(requests).toHaveLength(1);
  await follower.catchUp();
  expect(adopted).toEqual(['5.t5 first']);
  reply = resetTo('3.t3');
  const before = requests.length;
  follower.compareWithHead('3.t3');
  expect(requests).toHaveLength(before + 1);
  await follower.catchUp();
  expect(adopted).toEqual(['5.t5 first', '3.t3 reset']);
});
