/** The server's time as this page knows it. */
export interface ServerClock {
  /** Epoch milliseconds by the server. */
  now: () => number;
  /** A time the server stated in an answer: it was taken somewhere between asking and hearing, by this machine's time. */
  recordAnswerTime(serverTime: number, asked: RequestTiming): void;
  /** A time the server sent unasked: however late it comes, it is not of the future. */
  recordPushedTime(serverTime: number): void;
  subscribe: (listener: () => void) => () => void;
  getOffset: () => number;
}

export interface RequestTiming {
  from: number;
  /** Now when left out. */
  to?: number;
  precisionMs: number;
}

/** How late an unasked time may be when nothing better is known. */
const PUSH_LATENESS_MS = 1000;
/** How often it is asked at most, when unasked times let it doubt what it knows. */
const REQUEST_EVERY_MS = 10_000;
/** Smaller corrections are not worth rewording a page. */
const MIN_CORRECTION_MS = 50;

/**
 * Keeps the offset to the server's clock. Each stated time gives a span in which the offset must lie; spans are intersected,
 * so the least round trip decides. A span that does not meet the others means that a clock was moved: it starts anew.
 * @param localNow epoch milliseconds by this machine
 * @param requestTime has the server state its time, when an unasked one was either held up on its way or told of a moved clock
 */
export function createServerClock(localNow: () => number, requestTime: () => void): ServerClock {
  const listeners = new Set<() => void>();
  let low = -Infinity;
  let high = Infinity;
  let offset = 0;
  let requestedAt = -Infinity;

  function narrowOffset(least: number, most: number): void {
    const meets = least <= high && most >= low;
    low = meets ? Math.max(low, least) : least;
    high = meets ? Math.min(high, most) : most;
    const next = Math.round((low + high) / 2);
    if (Math.abs(next - offset) < MIN_CORRECTION_MS) return;
    offset = next;
    for (const listener of listeners) listener();
  }

  return {
    now: () => localNow() + offset,
    recordAnswerTime: (serverTime, { from, to = localNow(), precisionMs }) =>
      narrowOffset(serverTime - to, serverTime + precisionMs - from),
    recordPushedTime(serverTime) {
      const now = localNow();
      const least = serverTime - now;
      if (least > high || high === Infinity) narrowOffset(least, least + PUSH_LATENESS_MS);
      else if (least >= low) narrowOffset(least, high);
      else if (low - least > PUSH_LATENESS_MS && Math.abs(now - requestedAt) > REQUEST_EVERY_MS) {
        requestedAt = now;
        requestTime();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getOffset: () => offset,
  };
}
