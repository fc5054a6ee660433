import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createConnectionGate,
  StoreBusy,
  type GateOptions,
  type Purpose,
} from '../../../../server/src/store/connection-gate.ts';
import { isUnavailable } from '../../../../server/src/repositories/store-failures.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';

/** A gate whose pending waits end with the test: their time limits would run out during a later one. */
function createGate(options: GateOptions) {
  const gate = createConnectionGate(options);
  onTestFinished(() => void gate.suspendTimeLimits());
  return gate;
}

/** A gate of three connections, one of them reserved, and the order in which it admits. */
function createWatchedGate(options: { waitingMax?: number; waitMs?: number } = {}) {
  const gate = createGate({ size: 3, reserved: 1, waitingMax: 10, waitMs: 60_000, ...options });
  const entered: Purpose[] = [];
  const leaves: (() => void)[] = [];
  const enter = async (purpose: Purpose) => {
    const leave = await gate.acquire(purpose);
    entered.push(purpose);
    leaves.push(leave);
    return leave;
  };
  const leaveOne = async () => {
    leaves.shift()?.();
    await flushPendingWork();
  };
  return { gate, entered, enter, leaveOne };
}

test('the reserved connections are for vital work, which goes first, and a storm of reads or of writes does not starve the other', async () => {
  const { gate, entered, enter, leaveOne } = createWatchedGate();
  for (const purpose of ['write', 'read', 'write', 'read', 'vital'] as const) void enter(purpose);
  await flushPendingWork();
  expect(entered).toEqual(['write', 'read', 'vital']);
  expect(gate.readState()).toEqual({ busy: 3, waiting: 2, refused: 0 });
  for (const purpose of ['read', 'read', 'vital'] as const) void enter(purpose);
  for (let n = 0; n < 8; n += 1) await leaveOne();
  expect(entered.slice(3)).toEqual(['vital', 'write', 'read', 'read', 'read']);
});

test('a wait has no time limit while limits are suspended, and the whole limit afterwards', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { gate, entered, enter, leaveOne } = createWatchedGate({ waitMs: 1000 });
  for (const purpose of ['read', 'read'] as const) await enter(purpose);
  const refused: unknown[] = [];
  const wait = (purpose: Purpose) => void enter(purpose).catch((error: unknown) => refused.push(error));
  wait('read');
  await vi.advanceTimersByTimeAsync(900);
  const resume = gate.suspendTimeLimits();
  wait('write');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gate.readPause()).toEqual({ isPaused: true, totalMs: 60_000 });
  resume();
  await vi.advanceTimersByTimeAsync(900);
  expect([gate.readPause(), refused]).toEqual([{ isPaused: false, totalMs: 60_000 }, []]);
  void leaveOne();
  await vi.advanceTimersByTimeAsync(100);
  expect(entered).toEqual(['read', 'read', 'write']);
  expect(refused).toEqual([expect.any(StoreBusy)]);
});

test('writes leave one connection to reads, however few connections there are, and go on when one ends', async () => {
  const entered: Purpose[] = [];
  for (const size of [3, 4, 7]) {
    const gate = createGate({ size, reserved: 2, waitingMax: 10, waitMs: 60_000 });
    for (let n = 0; n < 7; n += 1) void gate.acquire('write').then(() => entered.push('write'));
    void gate.acquire('read').then(() => entered.push('read'));
    await flushPendingWork();
    entered.push('vital');
  }
  // The gate of three has one connection that is not reserved, and its first write takes it.
  expect(entered).toEqual([
    ...['write', 'vital'],
    ...['write', 'read', 'vital'],
    ...['write', 'write', 'write', 'write', 'read', 'vital'],
  ]);
  const watched = createWatchedGate();
  for (const purpose of ['write', 'write', 'read', 'read'] as const) void watched.enter(purpose);
  await flushPendingWork();
  await watched.leaveOne();
  expect(watched.entered).toEqual(['write', 'read', 'write']);
});

test('a read over the bound, or one that has waited too long, is refused as a busy store', async () => {
  const { gate, enter } = createWatchedGate({ waitingMax: 1, waitMs: 20 });
  const [first] = await Promise.all([enter('read'), enter('read')]);
  const waiting = enter('read');
  const refusals = [
    await enter('read').catch((error: unknown) => error),
    await waiting.catch((e: unknown) => e),
  ];
  expect(refusals.map((error) => [error instanceof StoreBusy, isUnavailable(error)])).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(gate.readState()).toEqual({ busy: 2, waiting: 0, refused: 2 });
  // Twice is once.
  for (const leave of [first, first]) leave();
  expect(gate.readState().busy).toBe(1);
});
