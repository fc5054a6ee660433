import { expect, it } from 'vitest';
import { cacheAnswer } from '../../../server/src/wiring/cache-answer.ts';

function createControlledCheck(timeoutMs = 60_000) {
  let now = 0;
  let checkCount = 0;
  const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<void>((resolve, reject) => {
      checkCount += 1;
      open.push({ resolve, reject });
    });
  const answer = cacheAnswer(read, { maxAgeMs: 5000, timeoutMs, monotonicMs: () => now });
  return { answer, open, checkCount: () => checkCount, pass: (ms: number) => void (now += ms) };
}

it('[DOOR-23] a hundred simultaneous and later callers share one answer', async () => {
  const { answer, open, checkCount, pass } = createControlledCheck();
  const all = Array.from({ length: 100 }, answer);
  open[0]?.resolve();
  expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  pass(4999);
  expect([await answer(), checkCount()]).toEqual([true, 1]);
  pass(1);
  void answer();
  expect(checkCount()).toBe(2);
});

it('[DOOR-23] a bad answer is requested again after a second', async () => {
  const { answer, open, checkCount, pass } = createControlledCheck();
  const first = answer();
  open[0]?.reject(new Error('full'));
  expect(await first).toBe(false);
  pass(999);
  expect([await answer(), checkCount()]).toEqual([false, 1]);
  pass(1);
  const second = answer();
  open[1]?.resolve();
  expect(await second).toBe(true);
});

it('[DOOR-23] an answer that takes too long is negative, and is not requested twice at once', async () => {
  const { answer, checkCount, pass } = createControlledCheck(1);
  expect(await answer()).toBe(false);
  pass(1000);
  expect([await answer(), checkCount()]).toEqual([false, 1]);
});
