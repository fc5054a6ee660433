/**
 * `npm run chaos -- --seconds 90 --seed 1`: writers and tabs against three gateways, PostgreSQL and Redis, all of which are
 * broken repeatedly, and a checker that decides whether the delivery promise was kept. `--kills 200` kills the program on its
 * embedded store instead.
 * Needs a build.
 */
import { readOptionsOrExit } from '../support/read-options.ts';
import { CHAOS_USAGE, readOptions, type ChaosOptions } from './options.ts';
import { describeKills } from './kills/describe-kills.ts';
import { runKills } from './kills/run-kills.ts';
import { describeRun, describeViolations } from './report.ts';
import { runChaos } from './run-chaos.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptionsOrExit(CHAOS_USAGE, readOptions);
const passes =
  options.kills === undefined
    ? await passesChaosRun(options)
    : await survivesKills(options.kills, options.seed);
process.exit(passes ? 0 : 1);

async function survivesKills(kills: number, seed: number): Promise<boolean> {
  const outcome = await runKills(kills, seed);
  print(describeKills(outcome));
  return outcome.violations.length === 0 && outcome.cleanStarts.length === kills;
}

async function passesChaosRun(run: ChaosOptions): Promise<boolean> {
  const outcome = await runChaos(run);
  print(describeRun(run, outcome));
  if (outcome.violations.length === 0) return true;
  print(`\n${describeViolations(outcome)}\n\nThe whole history is in ${run.history}.`);
  return false;
}
