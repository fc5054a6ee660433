import { Worker } from 'node:worker_threads';
import { createTraceHash } from './world/trace-hash.ts';
import type { ScheduleResult } from './schedule/run-schedule.ts';
import type { ScheduleRequest } from './schedule/worker.ts';

export interface SeedsOptions {
  /** The path of a built world. */
  bundle: string;
  from: number;
  count: number;
  workers?: number;
  keepsTrace?: boolean;
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

type Reply = ScheduleResult | { seed: number; failure: string };

/** For the garbage of a schedule, most of which is young. */
const YOUNG_MB = 64;

/** Runs schedules in workers, whose globals belong to the world. */
export async function runSeeds(options: SeedsOptions): Promise<SeedsResult> {
  const { bundle, from, count, workers = 1, keepsTrace = false, onResult = () => true } = options;
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
      if (!onResult(next)) isStopped = true;
    }
  }

  async function runInWorker(): Promise<void> {
    const worker = new Worker(bundle, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    try {
      while (!isStopped && nextSeed < from + count) {
        const seed = nextSeed;
        nextSeed += 1;
        const reply = await ask(worker, { seed, keepsTrace });
        if ('failure' in reply) throw new Error(`seed ${seed} broke the world: ${reply.failure}`);
        found.set(seed, reply);
        passOn();
      }
    } finally {
      await worker.terminate();
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

function ask(worker: Worker, request: ScheduleRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onMessage = (reply: Reply) => {
      worker.off('error', reject);
      resolve(reply);
    };
    worker.once('message', onMessage);
    worker.once('error', reject);
    worker.postMessage(request);
  });
}
