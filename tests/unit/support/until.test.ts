import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';

test('until returns the value that the condition found', async () => {
  let polls = 0;
  const found = await until(() => (polls++ < 3 ? undefined : `after ${polls}`), { what: 'the fourth time' });
  expect(found).toBe('after 4');
});

test('until names the awaited condition when the time is up', async () => {
  const never = until(() => false, { what: () => 'pigs fly', timeoutMs: 20 });
  await expect(never).rejects.toThrow('Not within 20 ms: pigs fly');
});

test('until rethrows an error of the condition at once', async () => {
  const broken = until(() => Promise.reject(new Error('broken')), { what: 'nothing', timeoutMs: 10_000 });
  await expect(broken).rejects.toThrow('broken');
});
