import { createSignal } from '../signal.ts';

/** The server's time as this page knows it. */
export interface ServerClock {
  /** Epoch milliseconds by the server. */
  now: () => number;
  /** A server time from an answer, read by the server between the request and the response. */
  recordAnswerTime(serverTime: number, timing: RequestTiming): void;
  /** A server time from a pushed message: its delay is unknown, but it is not in the future. */
  recordPushedTime(serverTime: number): void;
  subscribe: (listener: () => void) => () => void;
  getOffset: () => number;
}

/** Epoch milliseconds by this machine's clock. */
export interface RequestTiming {
  from: number;
  /** Now when left out. */
  to?: number;
  precisionMs: number;
}

/** The assumed maximal delay of a pushed time. */
const PUSH_LATENESS_MS = 1000;
/** The shortest time between two requests, when pushed times contradict the known offset. */
const REQUEST_EVERY_MS = 10_000;
/** Smaller corrections are not worth a render of all ages. */
const MIN_CORRECTION_MS = 50;

/**
 * The offset to the server's clock. Each recorded time gives an interval that contains the offset; intervals are intersected, so
 * the shortest round trip decides. A disjoint interval means that a clock was changed, and replaces the others.
 * @param localNow epoch milliseconds by this machine
 * @param requestTime makes a request whose answer is recorded: a contradicting pushed time is either delayed or of a changed clock
 */
export function createServerClock(localNow: () => number, requestTime: () => void): ServerClock {
  const offset = createSignal(0);
  let low = -Infinity;
  let high = Infinity;
  let requestedAt = -Infinity;

  function narrowOffset(least: number, most: number): void {
    const intersects = least <= high && most >= low;
    low = intersects ? Math.max(low, least) : least;
    high = intersects ? Math.min(high, most) : most;
    const next = Math.round((low + high) / 2);
    if (Math.abs(next - offset.getSnapshot()) < MIN_CORRECTION_MS) return;
    offset.set(next);
  }

  return {
    now: () => localNow() + offset.getSnapshot(),
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
    subscribe: offset.subscribe,
    getOffset: offset.getSnapshot,
  };
}
