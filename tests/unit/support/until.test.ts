import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';

test('until answers what the condition found', async () => {
  let asked = 0;
  const found = await until(() => (asked++ < 3 ? undefined : `after ${asked}`), { what: 'the fourth time' });
  expect(found).toBe('after 4');
});

test('until names what was waited for when the time is up', async () => {
  const never = until(() => false, { what: () => 'pigs fly', timeoutMs: 20 });
  await expect(never).rejects.toThrow('Not within 20 ms: pigs fly');
});

test('until passes an error of the condition on at once', async () => {
  const broken = until(() => Promise.reject(new Error('broken')), { what: 'nothing', timeoutMs: 10_000 });
  await expect(broken).rejects.toThrow('broken');
});
