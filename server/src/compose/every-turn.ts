import type { Logger } from '../domain/logger.ts';
import type { Timers } from '../realtime/timers.ts';

/** Something to be done again and again. */
export interface Chore {
  name: string;
  /** In milliseconds, from one turn to the next. */
  everyMs: number;
  work: () => Promise<unknown>;
  /** Hears that a turn has come, also one that is left out because the last still works, and how the work ended. */
  tell?: (event: 'due' | 'done' | 'failed') => void;
}

/** A chore that fails is done at its next turn. @returns a function that ends it */
export function everyTurn(chore: Chore, { timers, logger }: { timers: Timers; logger: Logger }): () => void {
  const { name, everyMs, work, tell } = chore;
  let busy = false;

  async function turn(): Promise<void> {
    tell?.('due');
    if (busy) return;
    busy = true;
    try {
      await work();
      tell?.('done');
    } catch (error) {
      tell?.('failed');
      logger.error({ err: error, chore: name }, 'a chore failed');
    } finally {
      busy = false;
    }
  }

  return timers.every(everyMs, () => void turn());
}
