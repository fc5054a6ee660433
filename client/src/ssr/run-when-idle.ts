/** For Safari, which has no `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 1000;

/** Calls `work` when the page is loaded and the browser is idle, unless the signal aborts. */
export function runWhenIdle(work: () => void, signal?: AbortSignal): void {
  const schedule = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(work);
      signal?.addEventListener('abort', () => cancelIdleCallback(handle));
    } else {
      const timer = setTimeout(work, FALLBACK_DELAY_MS);
      signal?.addEventListener('abort', () => clearTimeout(timer));
    }
  };
  if (signal?.aborted) return;
  if (document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule, { once: true, ...(signal && { signal }) });
}
