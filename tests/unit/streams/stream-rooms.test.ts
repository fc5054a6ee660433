import { expect, test } from 'vitest';
import { createInProcessBus } from '../../../server/src/bus/in-process.ts';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createStreamReaders } from '../../../server/src/streams/stream-readers.ts';
import { createStreamRooms } from '../../../server/src/streams/stream-rooms.ts';
import type { WireFrames } from '../../../server/src/streams/wire-frames.ts';
import { createStrictTallies } from '../server-machines/create-strict-tallies.ts';
import { createFakeLog } from './fake-log.ts';
import { createManualTimers } from './manual-timers.ts';
import { flushPendingWork, silentLogger } from './silent-logger.ts';

/** A room of the public stream whose members note what they are sent. */
async function openRoom(size: number) {
  const log = createFakeLog();
  const timers = createManualTimers();
  const bus = createInProcessBus();
  const parts = { log, bus, timers, clock: systemClock, logger: silentLogger };
  const readers = createStreamReaders({ ...parts, machines: createStrictTallies(systemClock) });
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

test('[STREAM-21] a large room receives 20 events in 10 ms as one frame', async () => {
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
});

test('[STREAM-21] the first event of a quiet stream waits as long as the writes to its receivers take, and not in a small room', async () => {
  const delays: number[] = [];
  for (const size of [1, 99, 100, 500, 1000, 2000]) {
    const { received, write, advance } = await openRoom(size);
    await write();
    advance(20);
    await write();
    let delay = 0;
    for (; received[0]?.length === 1; delay += 1) advance(1);
    delays.push(delay);
  }
  expect(delays).toEqual([0, 0, 1, 5, 10, 10]);
});

test('[STREAM-21] at a steady hundred events per second a large room receives each by itself and at most 10 ms late', async () => {
  const { received, write, advance } = await openRoom(1000);
  for (let count = 0; count < 100; count += 1) {
    await write();
    advance(10);
    expect(received[0]).toHaveLength(count + 1);
  }
});

test('[STREAM-21] the fewer the receivers, the sooner follows the next frame', async () => {
  const delays: number[] = [];
  for (const size of [1, 20, 100, 200, 1000]) {
    const { received, write, advance } = await openRoom(size);
    await write();
    await write();
    let delay = 0;
    for (; received[0]?.length === 1; delay += 1) advance(1);
    delays.push(delay);
  }
  expect(delays).toEqual([1, 1, 5, 10, 10]);
});

test('[STREAM-21] an event that follows the collecting time of a frame is sent at once', async () => {
  const { received, write, advance } = await openRoom(1);
  for (let count = 1; count <= 3; count += 1) {
    await write();
    expect(received[0]).toHaveLength(count);
    advance(1);
  }
});
