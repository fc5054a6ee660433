/** What delivery needs of the page that it runs in. Passed in, so that tests and simulations control it. */
export interface Runtime {
  /** Epoch milliseconds by this machine. */
  now: () => number;
  timers: Timers;
  /** 0 to 1, without 1. */
  random: () => number;
  newId: () => string;
  page: PageState;
}

/** Timers as on the server: each call returns a function that cancels the timer. */
export interface Timers {
  /** @param ms at most `TIMER_MAX_MS` */
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

/** Named as in the DOM: the page was shown or hidden, entered or left the back-forward cache, or its network changed. */
export type PageEvent = 'visibilitychange' | 'pageshow' | 'pagehide' | 'online' | 'offline';

export interface PageState {
  isVisible: () => boolean;
  isOnline: () => boolean;
  /**
   * Calls `listener` until `signal` is aborted.
   * @param listener `persisted`: the page was restored from the back-forward cache
   */
  on(
    event: PageEvent,
    listener: (event: object & { persisted?: boolean }) => void,
    signal?: AbortSignal,
  ): void;
}

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

/** A signal that is aborted after a time, unless `cancel` is called before. */
export function abortAfter(timers: Timers, ms: number): { signal: AbortSignal; cancel: () => void } {
  const late = new AbortController();
  return { signal: late.signal, cancel: timers.after(ms, () => late.abort()) };
}

/** Timers in the form of the `clock` option of XState's actors. */
export function toActorClock(timers: Pick<Timers, 'after'>) {
  return {
    setTimeout: (run: () => void, ms: number) => timers.after(ms, run),
    clearTimeout: (cancel: () => void) => cancel(),
  };
}
