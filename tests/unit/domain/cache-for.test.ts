import { expect, it } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { cacheFor } from '../../../server/src/domain/cache-for.ts';

const TTL_MS = 30_000;

/** Reads that end on request of the test. */
function createSlowReads() {
  const pending: { resolve: (value: number) => void; reject: (reason: Error) => void }[] = [];
  const read = () => new Promise<number>((resolve, reject) => void pending.push({ resolve, reject }));
  return { pending, read };
}

it('[SEARCH-3] callers share one read, and its result is cached for 30 seconds', async () => {
  const clock = createTestClock(systemClock);
  const { pending, read } = createSlowReads();
  const remembered = cacheFor(clock, TTL_MS, read);
  const calls = Array.from({ length: 100 }, () => remembered());
  expect(pending).toHaveLength(1);
  pending[0]?.resolve(7);
  expect(new Set(await Promise.all(calls))).toEqual(new Set([7]));
  clock.advance(TTL_MS - 5000);
  expect(await remembered()).toBe(7);
  clock.advance(5000);
  const later = [remembered(), remembered()];
  expect(pending).toHaveLength(2);
  pending[1]?.resolve(8);
  expect(await Promise.all(later)).toEqual([8, 8]);
});

it('[SEARCH-3] a failed read is not cached', async () => {
  const { pending, read } = createSlowReads();
  const remembered = cacheFor(systemClock, TTL_MS, read);
  const calls = [remembered(), remembered()];
  pending[0]?.reject(new Error('the store is away'));
  for (const one of calls) await expect(one).rejects.toThrow('away');
  const next = remembered();
  pending[1]?.resolve(1);
  expect(await next).toBe(1);
});
