/** Safari knows no idle time. */
const FALLBACK_DELAY_MS = 1000;

/** Does it once the page is loaded and has nothing else to do, unless it is called off before. */
export function runWhenIdle(work: () => void, signal?: AbortSignal): void {
  const begin = () => {
    if ('requestIdleCallback' in window) {
      const asked = requestIdleCallback(work);
      signal?.addEventListener('abort', () => cancelIdleCallback(asked));
    } else {
      const timer = setTimeout(work, FALLBACK_DELAY_MS);
      signal?.addEventListener('abort', () => clearTimeout(timer));
    }
  };
  if (signal?.aborted) return;
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true, ...(signal && { signal }) });
}
