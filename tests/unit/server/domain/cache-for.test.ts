import { expect, it } from 'vitest';
import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import { cacheFor } from '../../../../server/src/domain/cache-for.ts';
import { createManualReads } from '../streams/manual-reads.ts';

const TTL_MS = 30_000;

it('callers share one read, and its result is cached for 30 seconds', async () => {
  const clock = createTestClock(systemClock);
  const { started, read } = createManualReads<number>();
  const remembered = cacheFor(clock, TTL_MS, read);
  const calls = Array.from({ length: 100 }, () => remembered());
  expect(started).toHaveLength(1);
  started[0]?.resolve(7);
  expect(new Set(await Promise.all(calls))).toEqual(new Set([7]));
  clock.advance(TTL_MS - 5000);
  expect(await remembered()).toBe(7);
  clock.advance(5000);
  const later = [remembered(), remembered()];
  expect(started).toHaveLength(2);
  started[1]?.resolve(8);
  expect(await Promise.all(later)).toEqual([8, 8]);
});

it('a failed read is not cached', async () => {
  const { started, read } = createManualReads<number>();
  const remembered = cacheFor(systemClock, TTL_MS, read);
  const calls = [remembered(), remembered()];
  started[0]?.reject(new Error('the store is away'));
  for (const one of calls) await expect(one).rejects.toThrow('away');
  const next = remembered();
  started[1]?.resolve(1);
  expect(await next).toBe(1);
});
