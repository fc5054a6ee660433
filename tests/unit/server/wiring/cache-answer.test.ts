import { expect, it } from 'vitest';
import { createManualReads } from '../streams/manual-reads.ts';
import { cacheAnswer } from '../../../../server/src/wiring/readiness.ts';

function createControlledCheck(timeoutMs = 60_000) {
  let now = 0;
  const { started, read } = createManualReads<undefined>();
  const answer = cacheAnswer(read, { maxAgeMs: 5000, timeoutMs, monotonicMs: () => now });
  return { answer, started, pass: (ms: number) => void (now += ms) };
}

it('a hundred simultaneous and later callers share one answer', async () => {
  const { answer, started, pass } = createControlledCheck();
  const all = Array.from({ length: 100 }, answer);
  started[0]?.resolve(undefined);
  expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  pass(4999);
  expect([await answer(), started.length]).toEqual([true, 1]);
  pass(1);
  void answer();
  expect(started.length).toBe(2);
});

it('a bad answer is requested again after a second', async () => {
  const { answer, started, pass } = createControlledCheck();
  const first = answer();
  started[0]?.reject(new Error('full'));
  expect(await first).toBe(false);
  pass(999);
  expect([await answer(), started.length]).toEqual([false, 1]);
  pass(1);
  const second = answer();
  started[1]?.resolve(undefined);
  expect(await second).toBe(true);
});

it('an answer that takes too long is negative, and is not requested twice at once', async () => {
  const { answer, started, pass } = createControlledCheck(1);
  expect(await answer()).toBe(false);
  pass(1000);
  expect([await answer(), started.length]).toEqual([false, 1]);
});
