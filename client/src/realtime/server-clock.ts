/** The server's time as this page knows it. */
export interface ServerClock {
  /** Epoch milliseconds by the server. */
  now: () => number;
  /** A time the server stated in an answer: it was taken somewhere between asking and hearing, by this machine's time. */
  answered(serverTime: number, asked: Asked): void;
  /** A time the server sent unasked: however late it comes, it is not of the future. */
  heard(serverTime: number): void;
  subscribe: (listener: () => void) => () => void;
  getOffset: () => number;
}

export interface Asked {
  from: number;
  /** Now when left out. */
  to?: number;
  precisionMs: number;
}

/** How late an unasked time may be when nothing better is known. */
const UNASKED_LATENESS_MS = 1000;
/** How often it is asked at most, when unasked times let it doubt what it knows. */
const ASK_EVERY_MS = 10_000;
/** Smaller corrections are not worth rewording a page. */
const WORTH_TELLING_MS = 50;

/**
 * Keeps the offset to the server's clock. Each stated time gives a span in which the offset must lie; spans are intersected,
 * so the least round trip decides. A span that does not meet the others means that a clock was moved: it starts anew.
 * @param localNow epoch milliseconds by this machine
 * @param ask has the server state its time, when an unasked one was either held up on its way or told of a moved clock
 */
export function createServerClock(localNow: () => number, ask: () => void): ServerClock {
  const listeners = new Set<() => void>();
  let low = -Infinity;
  let high = Infinity;
  let offset = 0;
  let askedAt = -Infinity;

  function learn(least: number, most: number): void {
    const meets = least <= high && most >= low;
    low = meets ? Math.max(low, least) : least;
    high = meets ? Math.min(high, most) : most;
    const next = Math.round((low + high) / 2);
    if (Math.abs(next - offset) < WORTH_TELLING_MS) return;
    offset = next;
    for (const listener of listeners) listener();
  }

  return {
    now: () => localNow() + offset,
    answered: (serverTime, { from, to = localNow(), precisionMs }) =>
      learn(serverTime - to, serverTime + precisionMs - from),
    heard(serverTime) {
      const now = localNow();
      const least = serverTime - now;
      if (least > high || high === Infinity) learn(least, least + UNASKED_LATENESS_MS);
      else if (least >= low) learn(least, high);
      else if (low - least > UNASKED_LATENESS_MS && Math.abs(now - askedAt) > ASK_EVERY_MS) {
        askedAt = now;
        ask();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getOffset: () => offset,
  };
}
