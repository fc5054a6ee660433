import { expect, test } from 'vitest';
import { createTabLock, type Locks } from '../../../client/src/web-lock.ts';

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
  const settle = () =>
    new Promise<void>((resolve) => {
      settles.push(resolve);
    });
  const withLock = createTabLock(createLocks(), { waitForStorage: settle, maxHoldMs: 10_000 });
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
  const withLock = createTabLock(createLocks(), {
    waitForStorage: () => Promise.resolve(),
    maxHoldMs: 10_000,
  });
  await expect(withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock('refresh', () => Promise.resolve('yes'))).toBe('yes');
});

test('[STAY-10] a browser without locks runs the work directly', async () => {
  expect(await createTabLock(undefined)('refresh', () => Promise.resolve('yes'))).toBe('yes');
});
