import type { Timers } from './timers.ts';

/** Lets each key run at once, and after that once per interval at most; the last wish is never lost. */
export interface Pace {
  ask(key: string): void;
  close(): void;
}

export function createPace(timers: Timers, everyMs: number, run: (key: string) => void): Pace {
  const resting = new Map<string, { again: boolean; stop: () => void }>();

  function ask(key: string): void {
    const rest = resting.get(key);
    if (rest) {
      rest.again = true;
      return;
    }
    const stop = timers.after(everyMs, () => {
      const wasAsked = resting.get(key)?.again;
      resting.delete(key);
      if (wasAsked) ask(key);
    });
    resting.set(key, { again: false, stop });
    run(key);
  }

  return {
    ask,
    close() {
      for (const { stop } of resting.values()) stop();
      resting.clear();
    },
  };
}
