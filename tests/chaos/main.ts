/**
 * `npm run chaos -- --seconds 90 --seed 1`: writers and tabs against three gateways, PostgreSQL and Redis, all of which are
 * broken again and again, and a checker that decides whether the delivery promise was kept. Needs a build.
 */
import { readOptions } from './options.ts';
import { describeRun, describeViolations } from './report.ts';
import { runChaos } from './run-chaos.ts';

const options = readOptions(process.argv.slice(2));
const outcome = await runChaos(options);
process.stdout.write(`${describeRun(options, outcome)}\n`);
if (outcome.violations.length > 0) {
  process.stdout.write(`\n${describeViolations(outcome)}\n\nThe whole history is in ${options.history}.\n`);
}
process.exit(outcome.violations.length > 0 ? 1 : 0);
