import type { Timers } from './runtime.ts';

/** @throws {DOMException} AbortError when the signal aborts, or is aborted already */
export function delay(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancelTimer();
      reject(new DOMException('The delay was aborted', 'AbortError'));
    };
    const cancelTimer = timers.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
