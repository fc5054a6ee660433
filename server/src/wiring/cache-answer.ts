export interface CacheAnswerOptions {
  /** How long an answer is given to everybody, in milliseconds; a bad one at most a second. */
  maxAgeMs: number;
  /** After so long the answer is no. */
  timeoutMs: number;
  monotonicMs: () => number;
}

const FAILURE_MAX_AGE_MS = 1000;

/**
 * Asks something costly for everybody who wants to know: once at a time, and not again while the last answer is fresh.
 * @returns whether `ask` succeeded
 */
export function cacheAnswer(
  probe: () => Promise<unknown>,
  keeping: CacheAnswerOptions,
): () => Promise<boolean> {
  const { maxAgeMs, timeoutMs, monotonicMs } = keeping;
  let working: Promise<boolean> | undefined;
  let answer: Promise<boolean> | undefined;
  let freshUntil = -Infinity;

  async function probeOnce(): Promise<boolean> {
    try {
      await probe();
      return true;
    } catch {
      return false;
    } finally {
      working = undefined;
    }
  }

  async function probeWithTimeout(): Promise<boolean> {
    // What took too long still works: a second one beside it would only wait as well.
    working ??= probeOnce();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
    const isGood = await Promise.race([working, tooLate]);
    clearTimeout(timer);
    freshUntil = monotonicMs() + (isGood ? maxAgeMs : Math.min(maxAgeMs, FAILURE_MAX_AGE_MS));
    return isGood;
  }

  return () => {
    if (answer && monotonicMs() < freshUntil) return answer;
    // Whoever comes meanwhile waits for the same answer.
    freshUntil = Infinity;
    return (answer = probeWithTimeout());
  };
}
