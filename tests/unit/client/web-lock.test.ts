import { expect, test } from 'vitest';
import type { Timers } from '../../../client/src/runtime/runtime.ts';
import { createTabLock, type Locks } from '../../../client/src/web-lock.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const TIMES = { storageDelayMs: 100, maxHoldMs: 10_000 };
const { timers } = createTestRuntime();

/** Locks among the callers of one test, granted in order; a browser test proves stealing. */
function createLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, __: LockOptions, run: () => Promise<unknown>) => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
  return { request, query: () => Promise.resolve({}) } as unknown as Locks;
}

test('[STAY-10] tabs take turns, and each one starts only after the stored result is visible to it', async () => {
  const seen: string[] = [];
  const settles: (() => void)[] = [];
  const manualTimers: Timers = {
    ...timers,
    after(ms, run) {
      if (ms === TIMES.storageDelayMs) settles.push(run);
      return () => undefined;
    },
  };
  const withLock = createTabLock(createLocks(), manualTimers, TIMES);
  const work = (name: string) => () => Promise.resolve(seen.push(name));
  const first = withLock('refresh', work('first'));
  const second = withLock('refresh', work('second'));
  expect(await first).toBe(1);
  await expect.poll(() => settles.length).toBe(1);
  expect(seen).toEqual(['first']);
  settles[0]?.();
  expect(await second).toBe(2);
});

test('[STAY-10] failing work lets the next tab in', async () => {
  const withLock = createTabLock(createLocks(), timers, { ...TIMES, storageDelayMs: 0 });
  await expect(withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock('refresh', () => Promise.resolve('yes'))).toBe('yes');
});

test('[STAY-10] a browser without locks runs the work directly', async () => {
  expect(await createTabLock(undefined, timers)('refresh', () => Promise.resolve('yes'))).toBe('yes');
});
