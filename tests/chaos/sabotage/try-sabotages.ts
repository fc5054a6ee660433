import type { ChaosOptions } from '../options.ts';
import { runChaos } from '../run-chaos.ts';
import { sabotages, type Sabotage } from './sabotages.ts';
import { carryOut } from './sabotaged.ts';

/** A race may go well by luck, so each sabotage gets so many runs, with a seed each. */
const RUNS = 3;

/** Runs the sabotages of that name, or `all`, and says of each what caught it. @returns true when all were caught */
export async function trySabotages(options: ChaosOptions, print: (line: string) => void): Promise<boolean> {
  const chosen = sabotages.filter(({ name }) => options.sabotage === 'all' || options.sabotage === name);
  if (chosen.length === 0) {
    throw new Error(`--sabotage is all or one of ${sabotages.map(({ name }) => name).join(', ')}.`);
  }
  let caught = 0;
  for (const sabotage of chosen) {
    const by = await caughtBy(sabotage, options);
    if (by) caught += 1;
    print(`${sabotage.name.padEnd(24)}${by ?? 'NOT CAUGHT'}`);
  }
  print(`caught ${caught} of ${chosen.length}`);
  return caught === chosen.length;
}

async function caughtBy(sabotage: Sabotage, options: ChaosOptions): Promise<string | null> {
  const sabotaged = await carryOut(sabotage);
  for (let run = 0; run < RUNS; run += 1) {
    const { violations } = await runChaos({ ...options, seed: options.seed + run }, sabotaged);
    const said = violations.map(({ rule, what }) => `${rule}: ${what}`);
    const fitting = said.filter((words) => sabotage.shows.test(words));
    if (fitting[0]) return `${fitting.length} of ${said.length} violations, as ${fitting[0]}`;
  }
  return null;
}
