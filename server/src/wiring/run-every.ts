import type { FailureLog } from '../domain/failure-log.ts';
import type { Timers } from '../domain/timers.ts';

/** Something to be done again and again. */
export interface BackgroundJob {
  name: string;
  /** In milliseconds, from one turn to the next. */
  everyMs: number;
  run: () => Promise<unknown>;
  /** Hears that a turn has come, also one that is left out because the last still works, and how the work ended. */
  onEvent?: (event: 'due' | 'done' | 'failed') => void;
}

/** A chore that fails is done at its next turn. @returns a function that ends it */
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
