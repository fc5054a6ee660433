import type { Timers } from '../../../../server/src/domain/timers.ts';

/** Timers that a test advances by hand. */
export interface ManualTimers extends Timers {
  /** Advances by this many milliseconds; due timers run in order. */
  advance(ms: number): void;
}

export function createManualTimers(): ManualTimers {
  interface Due {
    at: number;
    every: number | undefined;
    run: () => void;
  }
  const waiting = new Set<Due>();
  let now = 0;
  const add = (due: Due) => {
    waiting.add(due);
    return () => void waiting.delete(due);
  };
  const next = (until: number) =>
    [...waiting].filter((due) => due.at <= until).sort((a, b) => a.at - b.at)[0];

  return {
    after: (ms, run) => add({ at: now + ms, every: undefined, run }),
    every: (ms, run) => add({ at: now + ms, every: ms, run }),
    advance(ms) {
      const until = now + ms;
      for (let due = next(until); due; due = next(until)) {
        now = due.at;
        if (due.every === undefined) waiting.delete(due);
        else due.at += due.every;
        due.run();
      }
      now = until;
    },
  };
}
