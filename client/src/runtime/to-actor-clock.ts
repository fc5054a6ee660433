import type { Timers } from './runtime.ts';

/** Timers in the form of the `clock` option of XState's actors. */
export function toActorClock(timers: Pick<Timers, 'after'>) {
  return {
    setTimeout: (run: () => void, ms: number) => timers.after(ms, run),
    clearTimeout: (cancel: () => void) => cancel(),
  };
}
