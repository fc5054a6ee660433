import { expect, it } from 'vitest';
import { cacheAnswer } from '../../../server/src/wiring/cache-answer.ts';

function createControlledCheck(patienceMs = 60_000) {
  let now = 0;
  let asked = 0;
  const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      asked += 1;
      open.push({ resolve, reject });
    });
  const answer = cacheAnswer(ask, { maxAgeMs: 5000, timeoutMs: patienceMs, monotonicMs: () => now });
  return { answer, open, asked: () => asked, pass: (ms: number) => void (now += ms) };
}

it('[DOOR-23] a hundred simultaneous and later callers share one answer', async () => {
  const { answer, open, asked, pass } = createControlledCheck();
  const all = Array.from({ length: 100 }, answer);
  open[0]?.resolve();
  expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  pass(4999);
  expect([await answer(), asked()]).toEqual([true, 1]);
  pass(1);
  void answer();
  expect(asked()).toBe(2);
});

it('[DOOR-23] a bad answer is requested again after a second', async () => {
  const { answer, open, asked, pass } = createControlledCheck();
  const first = answer();
  open[0]?.reject(new Error('full'));
  expect(await first).toBe(false);
  pass(999);
  expect([await answer(), asked()]).toEqual([false, 1]);
  pass(1);
  const second = answer();
  open[1]?.resolve();
  expect(await second).toBe(true);
});

it('[DOOR-23] an answer that takes too long is negative, and is not requested twice at once', async () => {
  const { answer, asked, pass } = createControlledCheck(1);
  expect(await answer()).toBe(false);
  pass(1000);
  expect([await answer(), asked()]).toEqual([false, 1]);
});
