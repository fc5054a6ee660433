const CHECK_EVERY_MS = 2000;
/** A timer of a page in view that comes so late was stopped with the machine. */
const SLEEP_DETECTED_MS = 10_000;

/** Calls back whenever a page in view may have slept: shown again, back from the cache or on line, or after a jump of the clock. */
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
