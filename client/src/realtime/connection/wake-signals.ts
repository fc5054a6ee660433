const CHECK_EVERY_MS = 2000;
/** A timer of a visible page that fires this late was suspended with the machine. */
const SLEEP_DETECTED_MS = 10_000;

/**
 * Calls `wake` when a visible page may have missed events: it is shown again, restored from the back-forward cache, back online,
 * or its timers were suspended.
 */
export function onWake(wake: () => void, signal: AbortSignal): void {
  const wakeInView = () => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', wakeInView, { signal });
  window.addEventListener('pageshow', wakeInView, { signal });
  window.addEventListener('online', wakeInView, { signal });
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEEP_DETECTED_MS) wakeInView();
    last = now;
  }, CHECK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
