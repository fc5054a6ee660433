/**
 * `npm run attack`: load and malformed input against two gateways, PostgreSQL and Redis, one table of results. `--fuzz 300000`
 * sends malformed input instead. See docs/attack.md. Needs a build.
 */
import { createCleanup } from '../support/cleanup.ts';
import { startPostgres } from '../support/services/postgres-cluster.ts';
import { readOptionsOrExit } from '../support/read-options.ts';
import { startRedis } from '../support/services/redis.ts';
import { attackCases } from './cases/all.ts';
import { fuzzCase } from './cases/fuzz.ts';
import { ATTACK_USAGE, readOptions } from './options.ts';
import { describeOutcome } from './report.ts';
import { runAttack } from './run-attack.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

process.exit((await runAttacks()) ? 0 : 1);

/** @throws Error naming the invalid option */
function chooseAttacks(args: string[]) {
  const { only, seed, scale, fuzz, from } = readOptions(args);
  const all = fuzz === undefined ? attackCases : [fuzzCase({ count: fuzz, from })];
  const unknown = only.filter((name) => !all.some((known) => known.name === name));
  if (unknown.length > 0) throw new Error(`Unknown attacks: ${unknown.join(', ')}`);
  return { seed, scale, chosen: all.filter(({ name }) => only.length === 0 || only.includes(name)) };
}

async function runAttacks(): Promise<boolean> {
  const { chosen, seed, scale } = readOptionsOrExit(ATTACK_USAGE, chooseAttacks);
  const cleanup = createCleanup();
  try {
    const postgres = await startPostgres();
    cleanup.defer(() => postgres[Symbol.asyncDispose]());
    const redis = await startRedis();
    cleanup.defer(() => redis[Symbol.asyncDispose]());
    let isHealthy = true;
    for (const one of chosen) {
      const parts = { adminUrl: postgres.adminUrl, redisUrl: redis.url, seed, scale };
      const outcome = await runAttack(one, parts);
      print(describeOutcome(outcome));
      isHealthy &&= outcome.faults.length === 0 && outcome.missedTargets.length === 0;
    }
    return isHealthy;
  } finally {
    await cleanup.run();
  }
}
