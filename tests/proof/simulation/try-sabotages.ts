import { buildWorld } from './build-world.ts';
import { runSeeds } from './run-seeds.ts';
import { simulatedSabotages, type SimulatedSabotage } from '../../../client/devtools/simulation/sabotages.ts';

export interface Detection {
  /** How many seeds were run. */
  seeds: number;
  /** The first report that fits; null when none did. */
  report: string | null;
  /** What was reported before. */
  others: string[];
}

/** Runs a sabotaged world until the checker has reported it. @param most the number of seeds, at most */
export async function detectSabotage(
  { name, expectedViolation, patches }: SimulatedSabotage,
  { from, most }: { from: number; most: number },
): Promise<Detection> {
  const detection: Detection = { seeds: 0, report: null, others: [] };
  await runSeeds({
    bundle: await buildWorld(name, patches),
    from,
    count: most,
    onResult({ violations }) {
      detection.seeds += 1;
      detection.report = violations.find((text) => expectedViolation.test(text)) ?? null;
      if (detection.report === null) detection.others.push(...violations);
      return detection.report === null;
    },
  });
  return detection;
}

/** The sabotages of that name, or all. @throws Error for an unknown name */
export function chooseSabotages(name: string): SimulatedSabotage[] {
  const chosen = simulatedSabotages.filter((sabotage) => name === 'all' || sabotage.name === name);
  if (chosen.length > 0) return chosen;
  const names = simulatedSabotages.map((sabotage) => sabotage.name);
  throw new Error(`--sabotage is all or one of ${names.join(', ')}`);
}
