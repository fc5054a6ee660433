import { parentPort } from 'node:worker_threads';
import { takeOverGlobals } from '../world/take-over-globals.ts';
import { runSchedule, type ScheduleResult } from './run-schedule.ts';

/** What the program asks of a worker. */
export interface ScheduleRequest {
  seed: number;
  keepsTrace?: boolean;
  only?: readonly string[];
}

/** The stack traces of errors, which are not read here, would take a tenth of the time. */
Error.stackTraceLimit = 0;
takeOverGlobals();

/** What this worker has reported: the same thousands of times would fill the memory. */
const reported = new Set<string>();

function keepNew(result: ScheduleResult): ScheduleResult {
  const reached = result.reached.filter((name) => !reported.has(name));
  for (const name of reached) reported.add(name);
  return { ...result, reached };
}

parentPort?.on('message', ({ seed, ...options }: ScheduleRequest) => {
  runSchedule(seed, options).then(
    (result) => parentPort?.postMessage(keepNew(result)),
    (error: unknown) =>
      parentPort?.postMessage({ seed, failure: error instanceof Error ? error.stack : String(error) }),
  );
});
