import type { Runtime } from '../../base/runtime/runtime.ts';

const CHECK_EVERY_MS = 2000;
/** A timer of a visible page that fires this late was suspended with the machine. */
const SLEEP_DETECTED_MS = 10_000;

/**
 * Calls `wake` when a visible page may have missed events: it is shown again, restored from the back-forward cache, back online,
 * or its timers were suspended.
 */
export function onWake({ now, timers, page }: Runtime, wake: () => void, signal: AbortSignal): void {
  const wakeInView = () => {
    if (page.isVisible()) wake();
  };
  for (const event of ['visibilitychange', 'pageshow', 'online'] as const) page.on(event, wakeInView, signal);
  let last = now();
  const stopChecks = timers.every(CHECK_EVERY_MS, () => {
    const time = now();
    if (time - last > SLEEP_DETECTED_MS) wakeInView();
    last = time;
  });
  signal.addEventListener('abort', stopChecks, { once: true });
}
