import type { Timers } from './timers.ts';

/** Runs each key at once, and then at most once per interval; the last trigger is never lost. */
export interface KeyedThrottle {
  trigger(key: string): void;
  close(): void;
}

export function createKeyedThrottle(
  timers: Timers,
  everyMs: number,
  run: (key: string) => void,
): KeyedThrottle {
  const coolingDown = new Map<string, { again: boolean; stop: () => void }>();

  function trigger(key: string): void {
    const cooldown = coolingDown.get(key);
    if (cooldown) {
      cooldown.again = true;
      return;
    }
    const stop = timers.after(everyMs, () => {
      const wasTriggered = coolingDown.get(key)?.again;
      coolingDown.delete(key);
      if (wasTriggered) trigger(key);
    });
    coolingDown.set(key, { again: false, stop });
    run(key);
  }

  return {
    trigger,
    close() {
      for (const { stop } of coolingDown.values()) stop();
      coolingDown.clear();
    },
  };
}
