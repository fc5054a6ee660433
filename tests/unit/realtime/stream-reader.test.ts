import { sameCursor, type StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import type { Envelope } from '../../../server/src/domain/events.ts';
import { createStreamReader } from '../../../server/src/realtime/stream-reader.ts';
import { strictTallies } from '../server-machines/strict-tallies.ts';
import { createFakeLog } from './fake-log.ts';
import { createHandTimers } from './hand-timers.ts';
import { quiet, settled } from './quiet.ts';

async function setUp(before = 0) {
  const log = createFakeLog();
  const timers = createHandTimers();
  for (let count = 0; count < before; count += 1) log.append('public');
  const machines = strictTallies(systemClock);
  const reader = createStreamReader('public', { log, timers, machines, clock: systemClock, logger: quiet });
  const heard: StreamEvent[] = [];
  let resets = 0;
  reader.listen({ hear: (events) => void heard.push(...events), reset: () => void (resets += 1) });
  await reader.catchUp();
  return { log, timers, reader, heard, resets: () => resets };
}

const seqs = (events: readonly StreamEvent[]) => events.map(({ seq }) => seq);

test('[STREAM-1] an envelope that follows is heard at once and without a read', async () => {
  const { log, reader, heard } = await setUp();
  const reads = log.reads();
  reader.offer(log.append('public'));
  expect(seqs(heard)).toEqual([1]);
  expect(log.reads()).toBe(reads);
});

test('[STREAM-2] neighbours that overtake each other are heard in order without a read', async () => {
  const { log, timers, reader, heard } = await setUp();
  const [first, second, third] = [log.append('public'), log.append('public'), log.append('public')];
  const reads = log.reads();
  for (const envelope of [third, second, second, first, third]) reader.offer(envelope);
  timers.pass(20);
  await settled();
  expect(seqs(heard)).toEqual([1, 2, 3]);
  expect(log.reads()).toBe(reads);
});

test('[STREAM-3] a lost envelope is read from the log 20 ms after the next', async () => {
  const { log, timers, reader, heard } = await setUp();
  log.append('public');
  reader.offer(log.append('public'));
  timers.pass(19);
  await settled();
  expect(heard).toEqual([]);
  timers.pass(1);
  await settled();
  expect(seqs(heard)).toEqual([1, 2]);
});

test('[STREAM-4] when all envelopes are lost, the next head brings the events', async () => {
  const { log, reader, heard } = await setUp();
  const { event } = (log.append('public'), log.append('public'));
  reader.noticeHead(event);
  await settled();
  expect(seqs(heard)).toEqual([1, 2]);
});

test('[STREAM-5] a restored store resets everybody, whether its head is lower, level or higher', async () => {
  for (const written of [0, 3, 5]) {
    const { log, reader, heard, resets } = await setUp(5);
    log.restore('public', 2);
    for (let count = 0; count < written; count += 1) log.append('public');
    const [head] = log.all('public').slice(-1);
    if (head) reader.noticeHead(head);
    await settled();
    expect(resets()).toBe(1);
    expect(head && sameCursor(reader.position() ?? { seq: 0, tag: '' }, head)).toBe(true);
    reader.offer(log.append('public'));
    expect(seqs(heard)).toEqual([written + 3]);
  }
});

test('[STREAM-5] an envelope with a foreign tag asks the log, and a lie changes nothing', async () => {
  const { log, reader, heard, resets } = await setUp(1);
  const { event } = createFakeLog().append('public');
  reader.offer({ stream: 'public', previous: 'x', event: { ...event, seq: 2 } });
  await settled();
  expect({ heard, resets: resets() }).toEqual({ heard: [], resets: 0 });
  reader.offer(log.append('public'));
  expect(seqs(heard)).toEqual([2]);
});

test('[STREAM-6] after the store was away, everything is heard in order', async () => {
  const { log, timers, reader, heard } = await setUp();
  log.break(true);
  log.append('public');
  reader.offer(log.append('public'));
  timers.pass(20);
  await settled();
  log.break(false);
  reader.offer(log.append('public'));
  timers.pass(20);
  await settled();
  expect(seqs(heard)).toEqual([1, 2, 3]);
});

test('[STREAM-7] memory answers within the last 512 events, and only for its own history', async () => {
  const { log, reader } = await setUp();
  for (let count = 0; count < 600; count += 1) reader.offer(log.append('public'));
  const at = (seq: number) => log.all('public')[seq - 1] ?? { seq: 0, tag: '0' };
  expect(reader.since(at(88))?.length).toBe(512);
  expect(reader.since(at(87))).toBeNull();
  expect(reader.since(at(600))).toEqual([]);
  expect(reader.since({ seq: 590, tag: 'x' })).toBeNull();
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

test('[STREAM-8] whatever is lost, doubled or swapped, each event is heard once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { log, timers, reader, heard, resets } = await setUp(1);
      const written: Envelope[] = [];
      for (const now of steps) {
        if (now.kind === 'write') written.push(log.append('public'));
        if (now.kind === 'time') timers.pass(7);
        if (now.kind === 'breathe') await settled();
        const head = log.all('public').at(-1);
        if (now.kind === 'head' && head) reader.noticeHead(head);
        const envelope = now.kind === 'offer' ? written.at(-1 - now.which) : undefined;
        if (envelope) reader.offer(envelope);
      }
      await reader.catchUp();
      timers.pass(20);
      await settled();
      expect(heard).toEqual(written.map(({ event }) => event));
      expect(resets()).toBe(0);
    }),
    { numRuns: 300 },
  );
});
