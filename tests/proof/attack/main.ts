/**
 * `npm run attack -- --inputs 300000`: malformed input over HTTP, raw TCP, sockets and the pool against two gateways, PostgreSQL and
 * Redis; then what one person, one host or one clock can do to others. See docs/attack.md. Needs a build.
 */
import { readOptionsOrExit } from '../../support/read-options.ts';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { startRedis } from '../../support/services/redis.ts';
import { ATTACK_USAGE, readOptions, type AttackOptions } from './options.ts';
import { runAbuse } from './abuse/run-abuse.ts';
import { describeOutcome, runAttack } from './run-attack.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

process.exit((await passesAttack(readOptionsOrExit(ATTACK_USAGE, readOptions))) ? 0 : 1);

async function passesAttack(options: AttackOptions): Promise<boolean> {
  await using postgres = await startPostgres();
  await using redis = await startRedis();
  const services = { adminUrl: postgres.adminUrl, redisUrl: redis.url };
  let passes = true;
  if (options.part !== 'abuse') {
    const outcome = await runAttack({ ...options, ...services });
    process.stdout.write(`${describeOutcome(outcome)}\n`);
    passes = outcome.faults.length === 0 && outcome.missedTargets.length === 0;
  }
  if (options.part !== 'input') {
    const { lines, faults } = await runAbuse(services);
    process.stdout.write(`${[...lines, ...faults].join('\n')}\n`);
    passes &&= faults.length === 0;
  }
  return passes;
}
