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
