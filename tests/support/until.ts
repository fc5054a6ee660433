import { setTimeout as pause } from 'node:timers/promises';

export type UntilOptions = {
  /** The condition as a sentence without "until"; a function can add the last seen value. */
  what: string | (() => string);
  /** Default 10,000. */
  timeoutMs?: number;
};

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

type Found<T> = Exclude<T, false | null | undefined>;

/**
 * Polls, with growing pauses, until the condition returns a value other than false, null or undefined, and returns it. Rejects
 * with `what` when the time is up; an error of the condition is passed on.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = 10_000 }: UntilOptions,
): Promise<Found<T>> {
  const deadline = performance.now() + timeoutMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const found = await condition();
    if (found !== false && found !== null && found !== undefined) return found as Found<T>;
    if (performance.now() > deadline) {
      throw new Error(`Not within ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await pause(wait);
  }
}
