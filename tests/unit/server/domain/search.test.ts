import { expect, it } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import type { Ports } from '../../../../server/src/domain/ports.ts';
import { createSearch } from '../../../../server/src/domain/search/search-all.ts';

/** Searches that last until they are released, in the order of their calls. */
function startSearches() {
  const running: (() => void)[] = [];
  const searchActivities = () =>
    new Promise<never>((_, reject) => running.push(() => reject(new Error('released'))));
  const search = createSearch({ clock: systemClock, search: { searchActivities } } as unknown as Ports);
  const start = (sub: string) =>
    search({ query: { term: 'a' }, viewer: { sub } } as unknown as Parameters<typeof search>[0]);
  const started: Promise<unknown>[] = [];
  return {
    ...{ running, start },
    startMany: (people: readonly string[]) =>
      void started.push(...people.map((sub) => start(sub).catch((error: unknown) => String(error)))),
    releaseAll: async () => {
      for (let n = 0; n < started.length; n += 1) {
        running[n]?.();
        await started[n];
      }
      expect(await Promise.all(started)).toEqual(started.map(() => 'Error: released'));
    },
  };
}

it('[SEARCH-7] two searches run at a time, a hundred wait, and others are refused', async () => {
  const { running, start, startMany, releaseAll } = startSearches();
  startMany(Array.from({ length: 102 }, (_, n) => `person ${n}`));
  await expect(start('another')).rejects.toMatchObject({ codes: ['generic_503'], retryAfter: 1 });
  expect(running).toHaveLength(2);
  await releaseAll();
});

it('[SEARCH-7] of one person four searches run or wait, so that others are not refused', async () => {
  const { start, startMany, releaseAll } = startSearches();
  startMany(Array.from({ length: 4 }, () => 'ann'));
  for (let n = 0; n < 100; n += 1)
    await expect(start('ann')).rejects.toMatchObject({ codes: ['generic_429'], retryAfter: 1 });
  startMany(['bob']);
  await releaseAll();
  startMany(['ann']);
  await releaseAll();
});
