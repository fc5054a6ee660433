export interface CacheAnswerOptions {
  /** How long an answer is reused, in milliseconds; a failure for a second at most. */
  maxAgeMs: number;
  /** How long to wait for the probe before the answer is false. */
  timeoutMs: number;
  monotonicMs: () => number;
}

const FAILURE_MAX_AGE_MS = 1000;

/**
 * Caches the outcome of a costly probe. One probe runs at a time, and none while the last answer is fresh.
 * @returns whether the probe succeeded
 */
export function cacheAnswer(
  probe: () => Promise<unknown>,
  options: CacheAnswerOptions,
): () => Promise<boolean> {
  const { maxAgeMs, timeoutMs, monotonicMs } = options;
  let probing: Promise<boolean> | undefined;
  let answer: Promise<boolean> | undefined;
  let freshUntil = -Infinity;

  async function probeOnce(): Promise<boolean> {
    try {
      await probe();
      return true;
    } catch {
      return false;
    } finally {
      probing = undefined;
    }
  }

  async function probeWithTimeout(): Promise<boolean> {
    // A probe that timed out is still running, and a second one would wait for the same cause.
    probing ??= probeOnce();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
    const isGood = await Promise.race([probing, timeout]);
    clearTimeout(timer);
    freshUntil = monotonicMs() + (isGood ? maxAgeMs : Math.min(maxAgeMs, FAILURE_MAX_AGE_MS));
    return isGood;
  }

  return () => {
    if (answer && monotonicMs() < freshUntil) return answer;
    // Callers share the pending answer.
    freshUntil = Infinity;
    return (answer = probeWithTimeout());
  };
}
