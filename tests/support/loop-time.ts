const STEP_MS = 10;

/**
 * Begins to measure in turns of this process's event loop, so that time for which a busy machine did not run it does not count.
 * @returns a function that returns the milliseconds until now
 */
export function startLoopTime(): () => number {
  let passedMs = 0;
  setInterval(() => (passedMs += STEP_MS), STEP_MS).unref();
  return () => passedMs;
}
