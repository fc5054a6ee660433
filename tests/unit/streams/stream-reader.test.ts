import { isSameCursor, type StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import type { Envelope } from '../../../server/src/domain/streams.ts';
import { StreamReader } from '../../../server/src/streams/stream-reader.ts';
import { createStrictTallies } from '../server-machines/create-strict-tallies.ts';
import { createFakeLog } from './fake-log.ts';
import { createManualTimers } from './manual-timers.ts';
import { silentLogger, flushPendingWork } from './silent-logger.ts';

async function setUp(before = 0) {
  const log = createFakeLog();
  const timers = createManualTimers();
  for (let count = 0; count < before; count += 1) log.appendEvent('public');
  const machines = createStrictTallies(systemClock);
  const reader = new StreamReader('public', {
    log,
    timers,
    machines,
    clock: systemClock,
    logger: silentLogger,
  });
  const received: StreamEvent[] = [];
  let resets = 0;
  reader.addListener({
    onEvents: (events) => void received.push(...events),
    onReset: () => void (resets += 1),
  });
  await reader.catchUp();
  return { log, timers, reader, received, resets: () => resets };
}

const seqs = (events: readonly StreamEvent[]) => events.map(({ seq }) => seq);

test('[STREAM-1] an envelope that follows is delivered at once and without a read', async () => {
  const { log, reader, received } = await setUp();
  const reads = log.countReads();
  reader.offerEnvelope(log.appendEvent('public'));
  expect(seqs(received)).toEqual([1]);
  expect(log.countReads()).toBe(reads);
});

test('[STREAM-2] swapped neighbours are delivered in order without a read', async () => {
  const { log, timers, reader, received } = await setUp();
  const [first, second, third] = [
    log.appendEvent('public'),
    log.appendEvent('public'),
    log.appendEvent('public'),
  ];
  const reads = log.countReads();
  for (const envelope of [third, second, second, first, third]) reader.offerEnvelope(envelope);
  timers.advance(20);
  await flushPendingWork();
  expect(seqs(received)).toEqual([1, 2, 3]);
  expect(log.countReads()).toBe(reads);
});

test('[STREAM-3] a missing envelope is read from the log 20 ms after a later one', async () => {
  const { log, timers, reader, received } = await setUp();
  log.appendEvent('public');
  reader.offerEnvelope(log.appendEvent('public'));
  timers.advance(19);
  await flushPendingWork();
  expect(received).toEqual([]);
  timers.advance(1);
  await flushPendingWork();
  expect(seqs(received)).toEqual([1, 2]);
});

test('[STREAM-4] when all envelopes are lost, the next head makes the reader fetch the events', async () => {
  const { log, reader, received } = await setUp();
  const { event } = (log.appendEvent('public'), log.appendEvent('public'));
  reader.observeHead(event);
  await flushPendingWork();
  expect(seqs(received)).toEqual([1, 2]);
});

test('[STREAM-5] a restored store resets every listener, whether its head is lower, level or higher', async () => {
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

test('[STREAM-5] an envelope with a false tag causes a read of the log and changes nothing', async () => {
  const { log, reader, received, resets } = await setUp(1);
  const { event } = createFakeLog().appendEvent('public');
  reader.offerEnvelope({ stream: 'public', previous: 'x', event: { ...event, seq: 2 } });
  await flushPendingWork();
  expect({ received, resets: resets() }).toEqual({ received: [], resets: 0 });
  reader.offerEnvelope(log.appendEvent('public'));
  expect(seqs(received)).toEqual([2]);
});

test('[STREAM-6] after a store outage every event is delivered in order', async () => {
  const { log, timers, reader, received } = await setUp();
  log.setBroken(true);
  log.appendEvent('public');
  reader.offerEnvelope(log.appendEvent('public'));
  timers.advance(20);
  await flushPendingWork();
  log.setBroken(false);
  reader.offerEnvelope(log.appendEvent('public'));
  timers.advance(20);
  await flushPendingWork();
  expect(seqs(received)).toEqual([1, 2, 3]);
});

test('[STREAM-7] the memory serves the last 512 events, and only for its own history', async () => {
  const { log, reader } = await setUp();
  for (let count = 0; count < 600; count += 1) reader.offerEnvelope(log.appendEvent('public'));
  const at = (seq: number) => log.eventsOf('public')[seq - 1] ?? { seq: 0, tag: '0' };
  expect(reader.eventsAfter(at(88))?.length).toBe(512);
  expect(reader.eventsAfter(at(87))).toBeNull();
  expect(reader.eventsAfter(at(600))).toEqual([]);
  expect(reader.eventsAfter({ seq: 590, tag: 'x' })).toBeNull();
});

type Step = { kind: 'write' | 'head' | 'time' | 'breathe' } | { kind: 'offer'; which: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    { kind: 'write' },
    { kind: 'write' },
    { kind: 'head' },
    { kind: 'time' },
    { kind: 'breathe' },
  ),
  fc.record({ kind: fc.constant('offer' as const), which: fc.nat(6) }),
);

test('[STREAM-8] each event is delivered once and in order, whatever is lost, doubled or swapped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { log, timers, reader, received, resets } = await setUp(1);
      const written: Envelope[] = [];
      for (const now of steps) {
        if (now.kind === 'write') written.push(log.appendEvent('public'));
        if (now.kind === 'time') timers.advance(7);
        if (now.kind === 'breathe') await flushPendingWork();
        const head = log.eventsOf('public').at(-1);
        if (now.kind === 'head' && head) reader.observeHead(head);
        const envelope = now.kind === 'offer' ? written.at(-1 - now.which) : undefined;
        if (envelope) reader.offerEnvelope(envelope);
      }
      await reader.catchUp();
      timers.advance(20);
      await flushPendingWork();
      expect(received).toEqual(written.map(({ event }) => event));
      expect(resets()).toBe(0);
    }),
    { numRuns: 300 },
  );
});
