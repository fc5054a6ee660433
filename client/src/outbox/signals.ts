/** Settles once the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits until `heardAt` lies `limitMs` back, or it is called off. Both by this machine's clock. */
export function waitForSilence(
  stopped: AbortSignal,
  { heardAt, limitMs }: { heardAt: () => number; limitMs: number },
): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) {
      resolve();
      return;
    }
    const timer = setInterval(() => {
      if (Date.now() - heardAt() > limitMs) end();
    }, limitMs / 4);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    stopped.addEventListener('abort', end, { once: true });
  });
}
