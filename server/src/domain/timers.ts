/** Timers, passed in so that tests control time. Each call returns a function that cancels the timer. */
export interface Timers {
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

/** The system's timers; they do not keep the process alive. */
export const systemTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
