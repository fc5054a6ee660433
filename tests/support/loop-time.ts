const STEP_MS = 10;
/** A process that its machine did not run for longer counts this much. */
const GAP_MAX_MS = 250;

let passedMs = 0;
let lastMs: number | undefined;

function step(): void {
  const now = performance.now();
  passedMs += Math.min(now - (lastMs ?? now), GAP_MAX_MS);
  lastMs = now;
}

/**
 * Begins to measure in steps of this process's event loop: of a step that a busy machine delays, only the first 250 ms count.
 * @returns a function that returns the milliseconds until now
 */
export function startLoopTime(): () => number {
  if (lastMs === undefined) setInterval(step, STEP_MS).unref();
  step();
  const startedMs = passedMs;
  return () => {
    step();
    return passedMs - startedMs;
  };
}
