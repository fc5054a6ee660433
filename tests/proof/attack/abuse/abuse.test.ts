import { expect, test } from 'vitest';
import { startPostgres } from '../../../support/services/postgres-cluster.ts';
import { startRedis } from '../../../support/services/redis.ts';
import { runShortAbuse } from './run-abuse.ts';

test('what one person, host or clock does at the same time breaks nothing of others', async () => {
  await using postgres = await startPostgres();
  await using redis = await startRedis();
  expect(await runShortAbuse({ adminUrl: postgres.adminUrl, redisUrl: redis.url })).toEqual([]);
});
