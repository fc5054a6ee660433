export interface ThrottledQueue {
  /** Runs the work when it is its turn; work with the same key that has not started is replaced. The work must not reject. */
  enqueue(key: string, work: () => Promise<void>): void;
  countWaiting(): number;
  close(): void;
}

export interface ThrottledQueueParts {
  /** Least time between two starts, in milliseconds. */
  everyMs: number;
  maxRunning: number;
  /** Work beyond it is refused: the caller adds it again when it is due again. */
  maxWaiting: number;
  /** Runs something later. @returns a function that cancels it */
  runAfter: (ms: number, run: () => void) => () => void;
}

/** Spreads work over time, so that a crowd that returns at once does not arrive at a foreign service at once. */
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
