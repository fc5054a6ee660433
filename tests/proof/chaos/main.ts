/**
 * `npm run chaos -- --seconds 90 --seed 1`: writers and tabs against three gateways, PostgreSQL and Redis, all of which are
 * broken repeatedly, and a checker that decides whether the delivery promise was kept. Needs a build.
 */
import { readOptionsOrExit } from '../../support/read-options.ts';
import { CHAOS_USAGE, readOptions } from './options.ts';
import { describeRun, describeViolations } from './report.ts';
import { runChaos } from './run-chaos.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptionsOrExit(CHAOS_USAGE, readOptions);
const outcome = await runChaos(options);
print(describeRun(options, outcome));
if (outcome.violations.length > 0)
  print(`\n${describeViolations(outcome)}\n\nThe whole history is in ${options.history}.`);
process.exit(outcome.violations.length === 0 ? 0 : 1);
