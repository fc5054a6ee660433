import { expect, test } from 'vitest';
import { createStreamReaders } from '../../../../server/src/streams/stream-readers.ts';
import { createStreamRooms } from '../../../../server/src/streams/stream-rooms.ts';
import type { WireFrames } from '../../../../server/src/streams/wire-frames.ts';
import { createReaderParts } from './reader-parts.ts';
import { flushPendingWork } from './silent-logger.ts';

/** A room of the public stream whose members note what they are sent. */
async function openRoom(size: number) {
  const parts = createReaderParts();
  const { log, timers } = parts;
  const readers = createStreamReaders(parts);
  await readers.refreshHeads();
  await flushPendingWork();
  const room = createStreamRooms({ readers, timers }).acquireRoom('public');
  const received = Array.from({ length: size }, (): number[][] => []);
  for (const frames of received)
    room.join({
      sendFrames: (sent) => frames.push(readSeqs(sent)),
      isQuiet: () => false,
      isVisible: () => true,
      onReset: () => expect.unreachable(),
    });
  return {
    received,
    /** Writes an event, as a commit of its own. */
    write: async () => {
      readers.offerEnvelope(log.appendEvent('public'));
      await flushPendingWork();
    },
    advance: (ms: number) => timers.advance(ms),
  };
}

function readSeqs({ frames }: WireFrames): number[] {
  return frames.flatMap(({ packet }) => [...packet.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq)));
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('a large room receives 20 events in 10 ms as one frame, and each by itself and at most 10 ms late at a hundred a second', async () => {
  const { received, write, advance } = await openRoom(1000);
  await write();
  advance(20);
  for (let count = 0; count < 20; count += 1) {
    await write();
    advance(0.5);
  }
  expect(received.every((frames) => JSON.stringify(frames) === JSON.stringify([[1], range(2, 21)]))).toBe(
    true,
  );
  advance(20);
  for (let count = 0; count < 100; count += 1) {
    await write();
    advance(10);
    expect(received[0]).toHaveLength(count + 3);
  }
});

/** The milliseconds that a second event waits in rooms of these sizes, a while after the first. */
async function measureDelays(sizes: readonly number[], quietMs: number): Promise<number[]> {
  const delays: number[] = [];
  for (const size of sizes) {
    const { received, write, advance } = await openRoom(size);
    await write();
    if (quietMs > 0) advance(quietMs);
    await write();
    let delay = 0;
    for (; received[0]?.length === 1; delay += 1) advance(1);
    delays.push(delay);
  }
  return delays;
}

test('an event waits as long as the writes to its receivers take, five times as long after a frame, and not at all in a quiet small room', async () => {
  expect(await measureDelays([1, 99, 100, 500, 1000, 2000], 20)).toEqual([0, 0, 1, 5, 10, 10]);
  expect(await measureDelays([1, 20, 100, 200, 1000], 0)).toEqual([1, 1, 5, 10, 10]);
  expect(await measureDelays([1], 1)).toEqual([0]);
});
