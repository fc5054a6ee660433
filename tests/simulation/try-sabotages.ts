import { buildWorld } from './build-world.ts';
import { runSeeds } from './run-seeds.ts';
import { simulatedSabotages, type SimulatedSabotage } from './sabotages.ts';

export interface Detection {
  name: string;
  /** For each detection, the number of seeds since the one before. */
  seedsToDetection: number[];
  /** The first report that fits. */
  report: string | null;
  /** What was reported instead. */
  others: string[];
}

export interface DetectionOptions {
  from: number;
  /** The number of seeds, at most. */
  seeds: number;
  /** Stops after this many detections. */
  detections: number;
  workers?: number;
}

/** Runs a sabotaged world until the checker has reported it often enough. */
export async function detectSabotage(
  { name, expectedViolation, patches }: SimulatedSabotage,
  { from, seeds, detections, workers = 1 }: DetectionOptions,
): Promise<Detection> {
  const detection: Detection = { name, seedsToDetection: [], report: null, others: [] };
  let lastSeed = from - 1;
  await runSeeds({
    bundle: await buildWorld(name, patches),
    from,
    count: seeds,
    workers,
    onResult({ seed, violations }) {
      const fitting = violations.find((text) => expectedViolation.test(text));
      if (fitting === undefined) {
        detection.others.push(...violations);
        return true;
      }
      detection.report ??= fitting;
      detection.seedsToDetection.push(seed - lastSeed);
      lastSeed = seed;
      return detection.seedsToDetection.length < detections;
    },
  });
  return detection;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Infinity;
}

/** The sabotages of that name, or all. @throws Error for an unknown name */
export function chooseSabotages(name: string): SimulatedSabotage[] {
  const chosen = simulatedSabotages.filter((sabotage) => name === 'all' || sabotage.name === name);
  if (chosen.length > 0) return chosen;
  const names = simulatedSabotages.map((sabotage) => sabotage.name);
  throw new Error(`--sabotage is all or one of ${names.join(', ')}`);
}
