import type { StreamEvent, SyncReply } from '@cruddur/shared';
import { formatCursor, parseCursor } from '@cruddur/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFollower, type StreamFollower } from '../../../client/src/realtime/stream-follower.ts';
import { gate } from './gate.ts';
import { history } from './history.ts';

/** A server that holds a whole stream and answers questions in pages. */
function server(events: StreamEvent[], pageSize = 3) {
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

function follow(sync: (after: string) => Promise<SyncReply>) {
  const applied: number[] = [];
  const adopted: string[] = [];
  const follower: StreamFollower = createFollower({
    sync,
    apply: ({ seq }) => applied.push(seq),
    adopted: (at, why) => adopted.push(`${formatCursor(at)} ${why}`),
  });
  return { follower, applied, adopted };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('following a stream', () => {
  test('[LIVE-1] whatever is lost, doubled or turned round, every event is applied once and in order', async () => {
    const delivery = fc.array(fc.record({ from: fc.nat(19), length: fc.integer({ min: 1, max: 5 }) }));
    await fc.assert(
      fc.asyncProperty(delivery, async (batches) => {
        const events = history(20);
        const { head, sync } = server(events);
        const { follower, applied } = follow(sync);
        follower.adopt('0.0');
        for (const { from, length } of batches) {
          follower.receive(events.slice(from, from + length));
          await Promise.resolve();
        }
        follower.heard(head());
        await follower.ask();
        expect(applied).toEqual(numbers(20));
      }),
    );
  });

  test('[LIVE-1] events that come while it asks are neither lost nor applied twice', async () => {
    const events = history(6);
    const answer = gate<SyncReply>();
    const { follower, applied } = follow(() => answer.promise);
    follower.adopt('0.0');
    follower.receive(events.slice(2, 4));
    follower.receive(events.slice(0, 3));
    expect(applied).toEqual([1, 2, 3]);
    answer.open({ ok: true, events: events.slice(0, 6), head: '6.t6', more: false });
    await follower.ask();
    expect(applied).toEqual(numbers(6));
  });

  test('[LIVE-10] an answer that was asked of another history is dropped, and the new one is asked instead', async () => {
    const answer = gate<SyncReply>();
    const asked: string[] = [];
    const { follower, applied, adopted } = follow((after) => {
      asked.push(after);
      const nothing: SyncReply = { ok: true, events: [], head: after, more: false };
      return asked.length === 1 ? answer.promise : Promise.resolve(nothing);
    });
    follower.adopt('3.t3');
    const level = follower.ask();
    follower.reset();
    follower.adopt('3.other');
    answer.open({ ok: true, events: history(5).slice(3), head: '5.t5', more: false });
    await level;
    expect(applied).toEqual([]);
    expect(asked).toEqual(['3.t3', '3.other']);
    expect(adopted).toEqual(['3.t3 first', '3.other reset']);
  });

  test('[LIVE-10] an answer that comes when nothing is followed any more is nobody’s', async () => {
    const answer = gate<SyncReply>();
    const { follower, applied } = follow(() => answer.promise);
    follower.adopt('3.t3');
    const level = follower.ask();
    follower.reset();
    answer.open({ ok: true, events: history(5).slice(3), head: '5.t5', more: false });
    await level;
    expect(applied).toEqual([]);
    expect(follower.cursor()).toBeNull();
  });

  test('[LIVE-1] nobody answering loses nothing: the next head asks again', async () => {
    const events = history(4);
    const { head, sync } = server(events);
    let silent = true;
    const { follower, applied } = follow((after) =>
      silent ? Promise.reject(new Error('timeout')) : sync(after),
    );
    follower.adopt('0.0');
    follower.receive(events.slice(2));
    await expect(follower.ask()).rejects.toThrow('timeout');
    silent = false;
    follower.heard(head());
    await follower.ask();
    expect(applied).toEqual(numbers(4));
  });

  test('[LIVE-2] a tag that does not match is another history: the next head is a new beginning', () => {
    const { follower, applied, adopted } = follow(() => Promise.resolve({ ok: false, reset: true }));
    follower.adopt('5.t5');
    follower.heard('5.other');
    expect(follower.cursor()).toBeNull();
    follower.receive(history(9).slice(5));
    follower.heard('7.x7');
    expect(adopted).toEqual(['5.t5 first', '7.x7 reset']);
    expect(applied).toEqual([]);
  });

  test('[LIVE-2] a server that cannot tell what was missed is a reset too', async () => {
    const { follower, adopted } = follow(() => Promise.resolve({ ok: false, reset: true }));
    follower.adopt('5.t5');
    follower.heard('9.t9');
    await follower.ask();
    follower.heard('9.t9');
    expect(adopted).toEqual(['5.t5 first', '9.t9 reset']);
  });
});
