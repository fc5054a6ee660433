import type { Timers } from './runtime.ts';

/** A signal that is aborted after a time, unless `cancel` is called before. */
export function abortAfter(timers: Timers, ms: number): { signal: AbortSignal; cancel: () => void } {
  const late = new AbortController();
  return { signal: late.signal, cancel: timers.after(ms, () => late.abort()) };
}
