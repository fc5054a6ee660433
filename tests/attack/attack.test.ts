import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type RunningPostgres } from '../support/services/postgres-cluster.ts';
import { startRedis, type RunningRedis } from '../support/services/redis.ts';
import { attackCases } from './cases/all.ts';
import { fuzzCase } from './cases/fuzz.ts';
import { describeOutcome } from './report.ts';
import { runAttack } from './run-attack.ts';

let postgres: RunningPostgres;
let redis: RunningRedis;
beforeAll(async () => {
  postgres = await startPostgres();
  redis = await startRedis();
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const createOptions = (scale: number) => ({
  adminUrl: postgres.adminUrl,
  redisUrl: redis.url,
  seed: 1,
  scale,
});

/** Relative to the full size; each case also has its own minimum. */
const SHARE = 0.02;
const SHARES: Record<string, number> = { 'big-burn': 0.01, revocations: 0.01, floods: 0.1 };

/** Three at a time: each spends most of its time waiting, for the start of its gateways above all. */
test.concurrent.each(attackCases)('[ATTACK-1] at a small scale, $name causes no fault', async (attack) => {
  const outcome = await runAttack(attack, createOptions(SHARES[attack.name] ?? SHARE));
  expect(outcome.faults, describeOutcome(outcome)).toEqual([]);
});

test.concurrent('[ATTACK-2] two thousand malformed inputs, some of each call with a valid target, cause no 5xx and end no gateway', async () => {
  const outcome = await runAttack(fuzzCase({ count: 2000, from: 0 }), createOptions(1));
  expect(outcome.faults, describeOutcome(outcome)).toEqual([]);
});
