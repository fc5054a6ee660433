import type { Timers } from '../../base/runtime/runtime.ts';

/** A function that runs at once and then at most once per interval; a call within the interval is made at its end. */
export interface Throttle {
  trigger(): void;
  stop(): void;
}

export function createThrottle(timers: Timers, everyMs: number, run: () => void): Throttle {
  let cancelTimer: (() => void) | undefined;
  let isDue = false;

  function trigger(): void {
    if (cancelTimer) {
      isDue = true;
      return;
    }
    isDue = false;
    cancelTimer = timers.after(everyMs, () => {
      cancelTimer = undefined;
      if (isDue) trigger();
    });
    run();
  }

  return { trigger, stop: () => cancelTimer?.() };
}
