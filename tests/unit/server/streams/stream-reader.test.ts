import { isSameCursor, type StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Envelope } from '../../../../server/src/domain/streams.ts';
import { StreamReader } from '../../../../server/src/streams/stream-reader.ts';
import { createFakeLog } from './fake-log.ts';
import { createReaderParts } from './reader-parts.ts';
import { flushPendingWork } from './silent-logger.ts';

async function setUp(before = 0) {
  const parts = createReaderParts();
  const { log, timers } = parts;
  for (let count = 0; count < before; count += 1) log.appendEvent('public');
  const reader = new StreamReader('public', parts);
  const received: StreamEvent[] = [];
  let resets = 0;
  reader.addListener({
    onEvents: (events) => void received.push(...events),
    onReset: () => void (resets += 1),
  });
  await reader.catchUp();
  const pass = async (ms: number) => {
    timers.advance(ms);
    await flushPendingWork();
  };
  return { log, timers, reader, received, pass, resets: () => resets };
}

const seqs = (events: readonly StreamEvent[]) => events.map(({ seq }) => seq);

test('[STREAM-8] an envelope that follows is delivered at once, swapped and doubled ones in order, and all without a read', async () => {
  const { log, reader, received, pass } = await setUp();
  const reads = log.countReads();
  reader.offerEnvelope(log.appendEvent('public'));
  expect(seqs(received)).toEqual([1]);
  const [second, third, fourth] = Array.from({ length: 3 }, () => log.appendEvent('public'));
  for (const envelope of [fourth, third, third, second, fourth]) if (envelope) reader.offerEnvelope(envelope);
  await pass(20);
  expect(seqs(received)).toEqual([1, 2, 3, 4]);
  expect(log.countReads()).toBe(reads);
});

test('a missing envelope is read from the log 20 ms after a later one', async () => {
  const { log, reader, received, pass } = await setUp();
  log.appendEvent('public');
  reader.offerEnvelope(log.appendEvent('public'));
  await pass(19);
  expect(received).toEqual([]);
  await pass(1);
  expect(seqs(received)).toEqual([1, 2]);
});

test('when all envelopes are lost, the next head makes the reader fetch the events', async () => {
  const { log, reader, received, pass } = await setUp();
  const { event } = (log.appendEvent('public'), log.appendEvent('public'));
  reader.observeHead(event);
  await pass(0);
  expect(seqs(received)).toEqual([1, 2]);
});

test('a restored store resets every listener, whether its head is lower, level or higher', async () => {
  for (const written of [0, 3, 5]) {
    const { log, reader, received, resets } = await setUp(5);
    log.restore('public', 2);
    for (let count = 0; count < written; count += 1) log.appendEvent('public');
    const [head] = log.eventsOf('public').slice(-1);
    if (head) reader.observeHead(head);
    await flushPendingWork();
    expect(resets()).toBe(1);
    expect(head && isSameCursor(reader.position() ?? { seq: 0, tag: '' }, head)).toBe(true);
    reader.offerEnvelope(log.appendEvent('public'));
    expect(seqs(received)).toEqual([written + 3]);
  }
});

test('an envelope with a false tag causes a read of the log and changes nothing', async () => {
  const { log, reader, received, resets } = await setUp(1);
  const { event } = createFakeLog().appendEvent('public');
  reader.offerEnvelope({ stream: 'public', previous: 'x', event: { ...event, seq: 2 } });
  await flushPendingWork();
  expect({ received, resets: resets() }).toEqual({ received: [], resets: 0 });
  reader.offerEnvelope(log.appendEvent('public'));
  expect(seqs(received)).toEqual([2]);
});

test('the memory serves the last 512 events, and only for its own history', async () => {
  const { log, reader } = await setUp();
  for (let count = 0; count < 600; count += 1) reader.offerEnvelope(log.appendEvent('public'));
  const at = (seq: number) => log.eventsOf('public')[seq - 1] ?? { seq: 0, tag: '0' };
  expect(reader.eventsAfter(at(88))?.length).toBe(512);
  expect(reader.eventsAfter(at(87))).toBeNull();
  expect(reader.eventsAfter(at(600))).toEqual([]);
  expect(reader.eventsAfter({ seq: 590, tag: 'x' })).toBeNull();
});

const step = fc.record({
  kind: fc.constantFrom('write', 'write', 'head', 'time', 'breathe', ...Array<'offer'>(5).fill('offer')),
  /** Counted from the newest. */
  offered: fc.nat(6),
});

test('[STREAM-8] each event is delivered once and in order, whatever is lost, doubled or swapped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { log, timers, reader, received, pass, resets } = await setUp(1);
      const written: Envelope[] = [];
      for (const now of steps) {
        if (now.kind === 'write') written.push(log.appendEvent('public'));
        if (now.kind === 'time') timers.advance(7);
        if (now.kind === 'breathe') await flushPendingWork();
        const head = log.eventsOf('public').at(-1);
        if (now.kind === 'head' && head) reader.observeHead(head);
        const envelope = now.kind === 'offer' ? written.at(-1 - now.offered) : undefined;
        if (envelope) reader.offerEnvelope(envelope);
      }
      await reader.catchUp();
      await pass(20);
      expect(received).toEqual(written.map(({ event }) => event));
      expect(resets()).toBe(0);
    }),
    { numRuns: 300 },
  );
});
