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

/**
 * Runs a job periodically; a failed run is repeated at the next one.
 * @returns stops the job and resolves when its current run has ended. A stop takes the store away from a run that lasts too
 * long, so what fails from then on is not reported.
 */
export function runEvery(
  job: BackgroundJob,
  { timers, failures }: { timers: Timers; failures: FailureLog },
): () => Promise<void> {
  const { name, everyMs, run, onEvent } = job;
  let current: Promise<void> | undefined;
  let isStopped = false;

  async function runOnce(): Promise<void> {
    try {
      await run();
      onEvent?.('done');
      failures.recordSuccess(name);
    } catch (error) {
      if (isStopped) return;
      onEvent?.('failed');
      failures.recordFailure(name, error);
    }
  }

  const cancel = timers.every(everyMs, () => {
    onEvent?.('due');
    current ??= runOnce().finally(() => (current = undefined));
  });
  return async () => {
    isStopped = true;
    cancel();
    await current;
  };
}
