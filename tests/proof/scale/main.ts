/**
 * `npm run scale`: the capacity model of docs/scale.md. `-- --calibrate` measures its costs on this machine and stores them,
 * `-- --write` writes the table of docs/scale.md. Exit code 1 when the model misses a measured point by more than 15 %.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findPgbench } from '../bench/peers/run-pgbench.ts';
import { writeBlock } from '../bench/write-block.ts';
import { readOptionsOrExit } from '../../support/read-options.ts';
import { findProgram } from '../../support/services/find-program.ts';
import { calibrate } from './calibrate.ts';
import type { Calibration } from './calibration.ts';
import { isProven } from './fit.ts';
import { formatChecks, formatCosts, formatPlans, formatReliefs } from './format-scale.ts';
import { readOptions, SCALE_USAGE, type ScaleOptions } from './options.ts';

const FILE = fileURLToPath(new URL('calibration.json', import.meta.url));

const print = (text: string) => void process.stdout.write(`${text}\n`);

process.exitCode = await run(readOptionsOrExit(SCALE_USAGE, readOptions));

async function run(options: ScaleOptions): Promise<number> {
  if (options.calibrate) {
    if (findPgbench() === undefined || findProgram('redis-server') === undefined) {
      print('PostgreSQL or Redis is missing: apt-get install postgresql redis-server');
      return 1;
    }
    const measured = await calibrate(print);
    await writeFile(FILE, `${JSON.stringify(roundAll(measured), null, 2)}\n`);
  }
  const calibration = JSON.parse(await readFile(FILE, 'utf8')) as Calibration;
  const plans = formatPlans(calibration);
  const tables = [formatCosts(calibration), formatChecks(calibration.checks), plans, formatReliefs()];
  print(tables.join('\n\n'));
  if (options.write) await writeBlock('docs/scale.md', 'plans', plans);
  return isProven(calibration.checks) ? 0 : 1;
}

/** Four digits are more than a run repeats. */
function roundAll(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(4));
  if (Array.isArray(value)) return value.map(roundAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, roundAll(inner)]));
}
