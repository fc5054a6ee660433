import type { FailureLog } from '../domain/failure-log.ts';
import type { Timers } from '../domain/timers.ts';

/** A job that runs periodically. */
export interface BackgroundJob {
  name: string;
  /** From one run to the next, in milliseconds. */
  everyMs: number;
  run: () => Promise<unknown>;
  /** Called when a run is due, also when it is skipped because the last one still runs, and with its outcome. */
  onEvent?: (event: 'due' | 'done' | 'failed') => void;
}

/** Runs a job periodically; a failed run is repeated at the next one. @returns stops the job */
export function runEvery(
  job: BackgroundJob,
  { timers, failures }: { timers: Timers; failures: FailureLog },
): () => void {
  const { name, everyMs, run, onEvent } = job;
  let busy = false;

  async function runOnce(): Promise<void> {
    onEvent?.('due');
    if (busy) return;
    busy = true;
    try {
      await run();
      onEvent?.('done');
      failures.recordSuccess(name);
    } catch (error) {
      onEvent?.('failed');
      failures.recordFailure(name, error);
    } finally {
      busy = false;
    }
  }

  return timers.every(everyMs, () => void runOnce());
}
