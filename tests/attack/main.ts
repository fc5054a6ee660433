/**
 * `npm run attack -- --inputs 300000`: malformed input over HTTP, raw TCP, sockets and the pool against two gateways, PostgreSQL and
 * Redis. See docs/attack.md. Needs a build.
 */
import { readOptionsOrExit } from '../support/read-options.ts';
import { startPostgres } from '../support/services/postgres-cluster.ts';
import { startRedis } from '../support/services/redis.ts';
import { ATTACK_USAGE, readOptions, type AttackOptions } from './options.ts';
import { describeOutcome, runAttack } from './run-attack.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

process.exit((await passesAttack(readOptionsOrExit(ATTACK_USAGE, readOptions))) ? 0 : 1);

async function passesAttack(options: AttackOptions): Promise<boolean> {
  await using postgres = await startPostgres();
  await using redis = await startRedis();
  const outcome = await runAttack({ ...options, adminUrl: postgres.adminUrl, redisUrl: redis.url });
  process.stdout.write(`${describeOutcome(outcome)}\n`);
  return outcome.faults.length === 0 && outcome.missedTargets.length === 0;
}
