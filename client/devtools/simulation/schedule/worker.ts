import { parentPort } from 'node:worker_threads';
import { takeOverGlobals } from '../world/take-over-globals.ts';
import { runSchedule } from './run-schedule.ts';

/** What the program asks of a worker. */
export interface ScheduleRequest {
  seed: number;
  keepsTrace?: boolean;
  only?: readonly string[];
}

/** The stack traces of errors, which are not read here, would take a tenth of the time. */
Error.stackTraceLimit = 0;
takeOverGlobals();

parentPort?.on('message', ({ seed, ...options }: ScheduleRequest) => {
  runSchedule(seed, options).then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) =>
      parentPort?.postMessage({ seed, failure: error instanceof Error ? error.stack : String(error) }),
  );
});
