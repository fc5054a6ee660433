import {
  type StreamEvent,
  formatCursor,
  parseCursor,
  ORIGIN,
  StreamFollower,
  type Cursor,
  type SourceReply,
} from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { createDeferred } from '../client/create-deferred.ts';
import { createHistory } from '../client/sync/sample-events.ts';

type Read = (after: string) => Promise<SourceReply>;

const at = (text: string): Cursor => parseCursor(text) ?? ORIGIN;

/** A source that has a complete stream and answers requests in pages. */
function createFakeSource(events: StreamEvent[], pageSize = 3) {
  const read: Read = (after) => {
    const rest = events.filter((event) => event.seq > at(after).seq);
    return Promise.resolve({ events: rest.slice(0, pageSize), more: rest.length > pageSize });
  };
  return { head: events.at(-1) ?? ORIGIN, read };
}

/** A follower that starts at a cursor. The requests that it makes are `requests`. */
function follow(start: string, read: Read) {
  const [requests, applied, adopted]: [string[], number[], string[]] = [[], [], []];
  const follower = new StreamFollower({
    readHead: () => Promise.resolve(null),
    readAfter(cursor) {
      requests.push(formatCursor(cursor));
      return read(formatCursor(cursor));
    },
    apply: ({ seq }) => applied.push(seq),
    onSnapshot: (position, why) => adopted.push(`${formatCursor(position)} ${why}`),
  });
  follower.startAt(at(start));
  return { follower, requests, applied, adopted };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const eventsAfter3: SourceReply = { events: createHistory(5).slice(3), more: false };
const resetTo = (head: string): SourceReply => ({ reset: true, head: at(head) });
const answer = (reply: SourceReply) => () => Promise.resolve(reply);

test('[STREAM-8] every event is applied once and in order, whatever is lost, doubled or reordered', async () => {
  const delivery = fc.array(fc.record({ from: fc.nat(19), length: fc.integer({ min: 1, max: 5 }) }));
  await fc.assert(
    fc.asyncProperty(delivery, async (batches) => {
      const events = createHistory(20);
      const { head, read } = createFakeSource(events);
      const { follower, applied } = follow('0.0', read);
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

test('[STREAM-8] events that arrive during a catch-up are neither lost nor applied twice', async () => {
  const events = createHistory(6);
  const { promise, resolve } = createDeferred<SourceReply>();
  const { follower, applied } = follow('0.0', () => promise);
  follower.receive(events.slice(2, 4));
  follower.receive(events.slice(0, 3));
  expect(applied).toEqual([1, 2, 3]);
  resolve({ events, more: false });
  await follower.catchUp();
  expect(applied).toEqual(numbers(6));
});

test('an answer for a stream that was left is dropped, and another history is requested', async () => {
  const { promise, resolve } = createDeferred<SourceReply>();
  const { follower, requests, applied, adopted } = follow('3.t3', () =>
    requests.length === 1 ? promise : Promise.resolve({ events: [], more: false }),
  );
  const level = follower.catchUp();
  follower.reset();
  follower.startAt(at('3.other'));
  resolve(eventsAfter3);
  await level;
  expect(applied).toEqual([]);
  expect(requests).toEqual(['3.t3', '3.other']);
  expect(adopted).toEqual(['3.t3 first', '3.other reset']);

  const late = createDeferred<SourceReply>();
  const left = follow('3.t3', () => late.promise);
  const leaving = left.follower.catchUp();
  left.follower.reset();
  late.resolve(eventsAfter3);
  await leaving;
  expect([left.applied, left.follower.position()]).toEqual([[], null]);
});

test('[STREAM-8] a failed catch-up loses nothing: the next head repeats it', async () => {
  const events = createHistory(4);
  const { head, read } = createFakeSource(events);
  let isUnanswered = true;
  const { follower, applied } = follow('0.0', (after) =>
    isUnanswered ? Promise.reject(new Error('timeout')) : read(after),
  );
  follower.receive(events.slice(2));
  await expect(follower.catchUp()).rejects.toThrow('timeout');
  isUnanswered = false;
  follower.compareWithHead(head);
  await follower.catchUp();
  expect(applied).toEqual(numbers(4));
});

test('[STREAM-8] a failed catch-up is repeated at the next frame, of whichever stream', async () => {
  const { read } = createFakeSource(createHistory(4));
  const { follower, requests, applied } = follow('0.0', (after) =>
    requests.length === 1 ? Promise.reject(new Error('timeout')) : read(after),
  );
  follower.retryFailedRead();
  expect(requests).toEqual([]);
  await expect(follower.catchUp()).rejects.toThrow('timeout');
  follower.retryFailedRead();
  follower.retryFailedRead();
  await follower.catchUp();
  expect(applied).toEqual(numbers(4));
  follower.retryFailedRead();
  expect(requests.length).toBeLessThan(5);
});

test('a tag that does not match is another history: the next head is a reset', () => {
  const { follower, applied, adopted } = follow('5.t5', answer(eventsAfter3));
  follower.compareWithHead(at('5.other'));
  expect(follower.position()).toBeNull();
  follower.receive(createHistory(9).slice(5));
  follower.compareWithHead(at('7.x7'));
  expect(adopted).toEqual(['5.t5 first', '7.x7 reset']);
  expect(applied).toEqual([]);
});

test('a reset starts at its head at once', async () => {
  const { follower, adopted } = follow('5.t5', answer(resetTo('9.t9')));
  await follower.catchUp();
  expect(adopted).toEqual(['5.t5 first', '9.t9 reset']);
});

test('another history that shows itself during a read is confirmed before the position is lost', async () => {
  const [first, second] = [createDeferred<SourceReply>(), createDeferred<SourceReply>()];
  const replies = [first.promise, second.promise];
  const { follower, requests, adopted } = follow('4.t4', () => replies.shift() ?? answer(eventsAfter3)());
  const reading = follower.catchUp();
  const [, , , , fifth, sixth] = createHistory(6);
  follower.receive(fifth ? [fifth] : []);
  first.resolve({
    events: [fifth, sixth].flatMap((event) => (event ? [{ ...event, tag: 'other' }] : [])),
    more: false,
  });
  await until(() => requests.length === 2, { what: 'the source is asked after the new position' });
  expect(follower.position()).toMatchObject({ seq: 5, tag: 't5' });
  second.resolve(resetTo('9.other'));
  await reading;
  expect(requests).toEqual(['4.t4', '5.t5']);
  expect(adopted).toEqual(['4.t4 first', '9.other reset']);
});

test('a head below the cursor causes a sync, which tells a late gateway from a store that has lost events', async () => {
  const level: SourceReply = { events: [], more: false };
  let reply: SourceReply = level;
  const { follower, requests, adopted } = follow('5.t5', (after) =>
    Promise.resolve(after === '5.t5' ? reply : level),
  );
  follower.compareWithHead(at('4.t4'));
  expect(requests).toHaveLength(1);
  await follower.catchUp();
  expect(adopted).toEqual(['5.t5 first']);
  reply = resetTo('3.t3');
  const before = requests.length;
  follower.compareWithHead(at('3.t3'));
  expect(requests).toHaveLength(before + 1);
  await follower.catchUp();
  expect(adopted).toEqual(['5.t5 first', '3.t3 reset']);
});
