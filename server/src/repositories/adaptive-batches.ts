import { performance } from 'node:perf_hooks';
import { isTimeoutOrDeadlock, isUnavailable } from './store-failures.ts';

const INITIAL_SIZE = 200;
const MAX_SIZE = 5000;
/** In milliseconds. Between the two the size stays: locks are then held far below every time limit. */
const QUICK_MS = 60;
const SLOW_MS = 300;

/** Handles about `size` rows. */
export type Batch = (size: number) => Promise<{ done: number; more: boolean }>;

/** Called when a batch of one row fails. @returns true if the next batch leaves that row out, false to end the run */
export type SkipRow = (failure: unknown) => boolean;

export interface AdaptiveBatches {
  /**
   * Runs batches while there are rows left. A batch that times out is repeated with half the size, so that a slow store makes
   * progress. With `skipRow`, a batch that fails for any reason but an unavailable store is also repeated with half the size,
   * until the failing row is isolated.
   * @returns the number of rows that all batches handled
   */
  run(batch: Batch, skipRow?: SkipRow): Promise<number>;
}

export interface BatchOptions {
  /** Called between two batches; false ends the run. */
  shouldContinue?: (() => Promise<boolean>) | undefined;
  /** Called with the rows of each batch. */
  onBatch?: ((rows: number) => void) | undefined;
  nowMs?: () => number;
}

/** @returns batches that share one size; use separate ones for rows of different cost */
export function createAdaptiveBatches({
  shouldContinue,
  onBatch,
  nowMs = () => performance.now(),
}: BatchOptions = {}): AdaptiveBatches {
  let size = INITIAL_SIZE;

  const halve = () => {
    size = Math.max(1, Math.floor(size / 2));
  };

  async function attempt(batch: Batch, skipRow: SkipRow | undefined): ReturnType<Batch> {
    const startedMs = nowMs();
    try {
      const result = await batch(size);
      const tookMs = nowMs() - startedMs;
      if (tookMs > SLOW_MS) halve();
      else if (tookMs < QUICK_MS && result.more) size = Math.min(MAX_SIZE, size * 2);
      return result;
    } catch (error) {
      const canRetry = isTimeoutOrDeadlock(error) || (skipRow !== undefined && !isUnavailable(error));
      if (!canRetry) throw error;
      if (size > 1) halve();
      else if (!skipRow?.(error)) throw error;
      return { done: 0, more: true };
    }
  }

  return {
    async run(batch, skipRow) {
      let total = 0;
      for (;;) {
        const { done, more } = await attempt(batch, skipRow);
        total += done;
        onBatch?.(done);
        if (!more || !((await shouldContinue?.()) ?? true)) return total;
      }
    },
  };
}
