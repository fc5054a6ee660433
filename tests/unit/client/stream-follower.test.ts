import type { StreamEvent, SyncReply } from '@cruddur/shared';
import { formatCursor, parseCursor } from '@cruddur/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createStreamFollower,
  type StreamFollower,
} from '../../../client/src/realtime/stream/stream-follower.ts';
import { createDeferred } from './create-deferred.ts';
import { createHistory } from './sample-events.ts';

/** A server that has a complete stream and answers requests in pages. */
function createFakeServer(events: StreamEvent[], pageSize = 3) {
  const head = () => formatCursor(events.at(-1) ?? { seq: 0, tag: '0' });
  const sync = (after: string): Promise<SyncReply> => {
    const seq = parseCursor(after)?.seq ?? 0;
    const rest = events.filter((event) => event.seq > seq);
    return Promise.resolve({
      ok: true,
      events: rest.slice(0, pageSize),
      head: head(),
      more: rest.length > pageSize,
    });
  };
  return { head, sync };
}

function createTestFollower(sync: (after: string) => Promise<SyncReply>) {
  const applied: number[] = [];
  const adopted: string[] = [];
  const follower: StreamFollower = createStreamFollower({
    sync,
    apply: ({ seq }) => applied.push(seq),
    onSnapshot: (at, why) => adopted.push(`${formatCursor(at)} ${why}`),
  });
  return { follower, applied, adopted };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('following a stream', () => {
  test('[LIVE-1] every event is applied once and in order, whatever is lost, doubled or reordered', async () => {
    const delivery = fc.array(fc.record({ from: fc.nat(19), length: fc.integer({ min: 1, max: 5 }) }));
    await fc.assert(
      fc.asyncProperty(delivery, async (batches) => {
        const events = createHistory(20);
        const { head, sync } = createFakeServer(events);
        const { follower, applied } = createTestFollower(sync);
        follower.startAt('0.0');
        for (const { from, length } of batches) {
          follower.receive(events.slice(from, from + length));
          await Promise.resolve();
        }
        follower.compareWithHead(head());
        await follower.catchUp();
        expect(applied).toEqual(numbers(20));
      }),
    );
  });

  test('[LIVE-1] events that arrive during a catch-up are neither lost nor applied twice', async () => {
    const events = createHistory(6);
    const answer = createDeferred<SyncReply>();
    const { follower, applied } = createTestFollower(() => answer.promise);
    follower.startAt('0.0');
    follower.receive(events.slice(2, 4));
    follower.receive(events.slice(0, 3));
    expect(applied).toEqual([1, 2, 3]);
    answer.resolve({ ok: true, events: events.slice(0, 6), head: '6.t6', more: false });
    await follower.catchUp();
    expect(applied).toEqual(numbers(6));
  });

  test('[LIVE-10] an answer to a request for another history is dropped, and the new history is requested', async () => {
    const answer = createDeferred<SyncReply>();
    const requests: string[] = [];
    const { follower, applied, adopted } = createTestFollower((after) => {
      requests.push(after);
      const nothing: SyncReply = { ok: true, events: [], head: after, more: false };
      return requests.length === 1 ? answer.promise : Promise.resolve(nothing);
    });
    follower.startAt('3.t3');
    const level = follower.catchUp();
    follower.reset();
    follower.startAt('3.other');
    answer.resolve({ ok: true, events: createHistory(5).slice(3), head: '5.t5', more: false });
    await level;
    expect(applied).toEqual([]);
    expect(requests).toEqual(['3.t3', '3.other']);
    expect(adopted).toEqual(['3.t3 first', '3.other reset']);
  });

  test('[LIVE-10] an answer that arrives after the stream was left is dropped', async () => {
    const answer = createDeferred<SyncReply>();
    const { follower, applied } = createTestFollower(() => answer.promise);
    follower.startAt('3.t3');
    const level = follower.catchUp();
    follower.reset();
    answer.resolve({ ok: true, events: createHistory(5).slice(3), head: '5.t5', more: false });
    await level;
    expect(applied).toEqual([]);
    expect(follower.cursor()).toBeNull();
  });

  test('[LIVE-1] a failed catch-up loses nothing: the next head repeats it', async () => {
    const events = createHistory(4);
    const { head, sync } = createFakeServer(events);
    let isUnanswered = true;
    const { follower, applied } = createTestFollower((after) =>
      isUnanswered ? Promise.reject(new Error('timeout')) : sync(after),
    );
    follower.startAt('0.0');
    follower.receive(events.slice(2));
    await expect(follower.catchUp()).rejects.toThrow('timeout');
    isUnanswered = false;
    follower.compareWithHead(head());
    await follower.catchUp();
    expect(applied).toEqual(numbers(4));
  });

  test('[LIVE-1] a failed catch-up is repeated at the next frame, of whichever stream', async () => {
    const events = createHistory(4);
    const { sync } = createFakeServer(events);
    let requests = 0;
    const { follower, applied } = createTestFollower((after) => {
      requests += 1;
      return requests === 1 ? Promise.reject(new Error('timeout')) : sync(after);
    });
    follower.startAt('0.0');
    follower.retryFailedSync();
    expect(requests).toBe(0);
    await expect(follower.catchUp()).rejects.toThrow('timeout');
    follower.retryFailedSync();
    follower.retryFailedSync();
    await follower.catchUp();
    expect(applied).toEqual(numbers(4));
    follower.retryFailedSync();
    expect(requests).toBeLessThan(5);
  });

  test('[LIVE-2] a tag that does not match is another history: the next head is a reset', () => {
    const { follower, applied, adopted } = createTestFollower(() =>
      Promise.resolve({ ok: false, reset: true }),
    );
    follower.startAt('5.t5');
    follower.compareWithHead('5.other');
    expect(follower.cursor()).toBeNull();
    follower.receive(createHistory(9).slice(5));
    follower.compareWithHead('7.x7');
    expect(adopted).toEqual(['5.t5 first', '7.x7 reset']);
    expect(applied).toEqual([]);
  });

  test('[LIVE-2] a reset with a head starts there at once', async () => {
    const { follower, adopted } = createTestFollower(() =>
      Promise.resolve({ ok: false, reset: true, head: '9.t9' }),
    );
    follower.startAt('5.t5');
    await follower.catchUp();
    expect(adopted).toEqual(['5.t5 first', '9.t9 reset']);
  });

  test('[LIVE-2] a server without the missed events causes a reset too', async () => {
    const { follower, adopted } = createTestFollower(() => Promise.resolve({ ok: false, reset: true }));
    follower.startAt('5.t5');
    follower.compareWithHead('9.t9');
    await follower.catchUp();
    follower.compareWithHead('9.t9');
    expect(adopted).toEqual(['5.t5 first', '9.t9 reset']);
  });

  test('[LIVE-19] a head below the cursor causes a sync, which tells a late gateway from a store that has lost events', async () => {
    let isLost = false;
    let requests = 0;
    const { follower, adopted } = createTestFollower(() => {
      requests += 1;
      return Promise.resolve(
        isLost
          ? { ok: false, reset: true, head: '3.t3' }
          : { ok: true, events: [], head: '5.t5', more: false },
      );
    });
    follower.startAt('5.t5');
    follower.compareWithHead('4.t4');
    expect(requests).toBe(1);
    await follower.catchUp();
    expect(adopted).toEqual(['5.t5 first']);
    isLost = true;
    const before = requests;
    follower.compareWithHead('3.t3');
    expect(requests).toBe(before + 1);
    await follower.catchUp();
    expect(adopted).toEqual(['5.t5 first', '3.t3 reset']);
  });
});
