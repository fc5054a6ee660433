import { expect, test } from 'vitest';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { startRedis } from '../../support/services/redis.ts';
import { describeOutcome, runAttack } from './run-attack.ts';

test('[ATTACK-2] two thousand malformed inputs, some of each call with a valid target, cause no 5xx and end no gateway', async () => {
  await using postgres = await startPostgres();
  await using redis = await startRedis();
  const services = { adminUrl: postgres.adminUrl, redisUrl: redis.url };
  const outcome = await runAttack({ ...services, inputs: 2000, from: 0, seed: 1 });
  expect(outcome.faults, describeOutcome(outcome)).toEqual([]);
});
