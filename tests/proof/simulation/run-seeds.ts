import { startRunner } from './runner.ts';
import type { ScheduleResult } from '../../../client/devtools/simulation/schedule/run-schedule.ts';
import { createTraceHash } from '../../../client/devtools/simulation/world/trace-hash.ts';

export interface SeedsOptions {
  /** The path of a built world. */
  bundle: string;
  from: number;
  count: number;
  workers?: number;
  keepsTrace?: boolean;
  /** Runs these parts of each schedule only. */
  only?: readonly string[] | undefined;
  /** Called in the order of the seeds. @returns false to run no further ones */
  onResult?: (result: ScheduleResult) => boolean;
}

export interface SeedsResult {
  results: ScheduleResult[];
  /** Of the hashes of all schedules, in the order of their seeds. */
  hash: string;
  seconds: number;
  /** Of all processors together. */
  cpuSeconds: number;
}

/** Runs schedules in workers. */
export async function runSeeds(options: SeedsOptions): Promise<SeedsResult> {
  const { bundle, from, count, workers = 1, keepsTrace = false, only, onResult = () => true } = options;
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  const found = new Map<number, ScheduleResult>();
  const results: ScheduleResult[] = [];
  let nextSeed = from;
  let isStopped = false;

  function passOn(): void {
    for (
      let next = found.get(from + results.length);
      next && !isStopped;
      next = found.get(from + results.length)
    ) {
      results.push(next);
      found.delete(next.seed);
      if (!onResult(next)) isStopped = true;
    }
  }

  async function runInWorker(): Promise<void> {
    const runner = startRunner(bundle);
    try {
      while (!isStopped && nextSeed < from + count) {
        const seed = nextSeed;
        nextSeed += 1;
        found.set(seed, await runner.run({ seed, keepsTrace, ...(only && { only }) }));
        passOn();
      }
    } finally {
      await runner.close();
    }
  }

  await Promise.all(Array.from({ length: workers }, runInWorker));
  const hash = createTraceHash();
  for (const result of results) hash.add(result.hash);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    results,
    hash: hash.digest(),
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
  };
}
