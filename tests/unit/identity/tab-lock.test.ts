import { expect, test } from 'vitest';
import { createTabLock } from '../../../client/src/identity/tab-lock.ts';

/** Locks as a browser has them, among the callers of one test. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, run: () => Promise<unknown>) => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

test('[STAY-10] one tab after the other, and each only when it sees what was stored', async () => {
  const seen: string[] = [];
  const settles: (() => void)[] = [];
  const settle = () =>
    new Promise<void>((resolve) => {
      settles.push(resolve);
    });
  const withLock = createTabLock(createLocks(), settle);
  const work = (name: string) => () => Promise.resolve(seen.push(name));
  const first = withLock('refresh', work('first'));
  const second = withLock('refresh', work('second'));
  expect(await first).toBe(1);
  await expect.poll(() => settles.length).toBe(1);
  expect(seen).toEqual(['first']);
  settles[0]?.();
  expect(await second).toBe(2);
});

test('[STAY-10] work that fails lets the next one in', async () => {
  const withLock = createTabLock(createLocks(), () => Promise.resolve());
  await expect(withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock('refresh', () => Promise.resolve('yes'))).toBe('yes');
});

test('[STAY-10] a browser without locks works all the same', async () => {
  expect(await createTabLock(undefined)('refresh', () => Promise.resolve('yes'))).toBe('yes');
});
