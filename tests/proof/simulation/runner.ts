import { Worker } from 'node:worker_threads';
import type { ScheduleResult } from '../../../client/devtools/simulation/schedule/run-schedule.ts';
import type { ScheduleRequest } from '../../../client/devtools/simulation/schedule/worker.ts';

/** A worker that runs schedules, one at a time: its globals belong to the world. */
export interface Runner {
  /** @throws Error when the schedule does not run to its end */
  run(request: ScheduleRequest): Promise<ScheduleResult>;
  close(): Promise<void>;
}

type Reply = ScheduleResult | { seed: number; failure: string };

/** For the garbage of a schedule, most of which is young. */
const YOUNG_MB = 64;

/** @param bundle the path of a built world */
export function startRunner(bundle: string): Runner {
  const worker = new Worker(bundle, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });

  function ask(request: ScheduleRequest): Promise<Reply> {
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

  return {
    async run(request) {
      const reply = await ask(request);
      if ('failure' in reply) throw new Error(`seed ${request.seed} broke the world: ${reply.failure}`);
      return reply;
    },
    async close() {
      await worker.terminate();
    },
  };
}
