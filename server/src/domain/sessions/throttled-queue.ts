export interface ThrottledQueue {
  /** Queues work, which must not reject; waiting work with the same key is replaced. */
  enqueue(key: string, work: () => Promise<void>): void;
  countWaiting(): number;
  close(): void;
}

export interface ThrottledQueueParts {
  /** The shortest time between two starts, in milliseconds. */
  everyMs: number;
  maxRunning: number;
  /** Further work is dropped: the caller enqueues it again when it is due again. */
  maxWaiting: number;
  /** Runs a function later. @returns a function that cancels it */
  runAfter: (ms: number, run: () => void) => () => void;
}

/** Spreads work over time, so that many simultaneous uses do not reach an external service at once. */
export function createThrottledQueue({
  everyMs,
  maxRunning,
  maxWaiting,
  runAfter,
}: ThrottledQueueParts): ThrottledQueue {
  const waiting = new Map<string, () => Promise<void>>();
  let running = 0;
  let cancelPause: (() => void) | undefined;

  function startNext(): void {
    const [next] = waiting;
    if (!next || running >= maxRunning || cancelPause) return;
    const [key, work] = next;
    waiting.delete(key);
    running += 1;
    cancelPause = runAfter(everyMs, () => {
      cancelPause = undefined;
      startNext();
    });
    void work().finally(() => {
      running -= 1;
      startNext();
    });
  }

  return {
    enqueue(key, work) {
      if (waiting.size >= maxWaiting && !waiting.has(key)) return;
      waiting.set(key, work);
      startNext();
    },
    countWaiting: () => waiting.size,
    close() {
      cancelPause?.();
      waiting.clear();
    },
  };
}
