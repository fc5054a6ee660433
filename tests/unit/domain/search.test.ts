import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import type { Ports } from '../../../server/src/domain/ports.ts';
import { createSearch } from '../../../server/src/domain/search/search-all.ts';

it('[SEARCH-7] two searches run at a time, a hundred wait, and others are refused', async () => {
  const release: (() => void)[] = [];
  const searchActivities = () =>
    new Promise<never>((_, reject) => release.push(() => reject(new Error('released'))));
  const ports = { clock: systemClock, search: { searchActivities } } as unknown as Ports;
  const search = createSearch(ports);
  const call = { query: { term: 'a' }, viewer: { sub: '' } } as unknown as Parameters<typeof search>[0];
  const others = Array.from({ length: 102 }, () => search(call).catch((error: unknown) => String(error)));
  await expect(search(call)).rejects.toMatchObject({ codes: ['generic_503'], retryAfter: 1 });
  expect(release).toHaveLength(2);
  for (let n = 0; n < others.length; n += 1) {
    release[n]?.();
    await others[n];
  }
  expect(await Promise.all(others)).toEqual(others.map(() => 'Error: released'));
});
