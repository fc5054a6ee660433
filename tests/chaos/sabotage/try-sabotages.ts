import type { ChaosOptions } from '../options.ts';
import { runChaos } from '../run-chaos.ts';
import { sabotages, type Sabotage } from './sabotages.ts';
import { applySabotage } from './apply-sabotage.ts';

/** A race may go well by chance, so each sabotage gets this many runs, each with its own seed. */
const RUNS = 3;

/** Runs the sabotages of that name, or `all`, and prints the violation that caught each. @returns true when all were caught */
export async function trySabotages(options: ChaosOptions, print: (line: string) => void): Promise<boolean> {
  const chosen = sabotages.filter(({ name }) => options.sabotage === 'all' || options.sabotage === name);
  if (chosen.length === 0) {
    throw new Error(`--sabotage is all or one of ${sabotages.map(({ name }) => name).join(', ')}`);
  }
  let caught = 0;
  for (const sabotage of chosen) {
    const { by, reported } = await runUntilCaught(sabotage, options);
    if (by) caught += 1;
    print(`${sabotage.name.padEnd(24)}${by ?? `NOT CAUGHT; instead: ${reported[0] ?? 'nothing'}`}`);
  }
  print(`caught ${caught} of ${chosen.length}`);
  return caught === chosen.length;
}

/** The violation that matches the sabotage, or null, and all violations of the last run. */
async function runUntilCaught(
  sabotage: Sabotage,
  options: ChaosOptions,
): Promise<{ by: string | null; reported: string[] }> {
  const sabotaged = await applySabotage(sabotage);
  let reported: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { violations } = await runChaos({ ...options, seed: options.seed + run }, sabotaged);
    reported = violations.map(({ rule, what }) => `${rule}: ${what}`);
    const fitting = reported.filter((words) => sabotage.expectedViolation.test(words));
    if (fitting[0])
      return { by: `${fitting.length} of ${reported.length} violations, as ${fitting[0]}`, reported };
  }
  return { by: null, reported };
}
