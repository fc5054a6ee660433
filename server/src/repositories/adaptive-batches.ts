import { performance } from 'node:perf_hooks';
import { isTimeoutOrDeadlock, isUnavailable } from './store-failures.ts';

const INITIAL_SIZE = 200;
const MAX_SIZE = 5000;
/** In milliseconds. Between the two a batch keeps its size: its locks are short beside every time limit. */
const QUICK_MS = 60;
const SLOW_MS = 300;

/** Handles about `size` rows. */
export type Batch = (size: number) => Promise<{ done: number; more: boolean }>;

/** Called when a batch of one row fails. @returns true when the next batch leaves that row out, false to end the run */
export type SkipRow = (failure: unknown) => boolean;

export interface AdaptiveBatches {
  /**
   * Runs batches while there is more to do. A batch that the store cuts off for its duration is repeated with half the
   * size, so a slow store makes progress instead of repeating the same failure. With `skipRow` so is one that fails for
   * any reason but a store that is away, until the row is found that fails.
   * @returns how many rows all batches handled
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

/** @returns batches that share one size; rows of other weight want other batches */
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
    const began = nowMs();
    try {
      const result = await batch(size);
      const tookMs = nowMs() - began;
      if (tookMs > SLOW_MS) halve();
      else if (tookMs < QUICK_MS && result.more) size = Math.min(MAX_SIZE, size * 2);
      return result;
    } catch (error) {
      const isOfSomeRows = isTimeoutOrDeadlock(error) || (skipRow !== undefined && !isUnavailable(error));
      if (!isOfSomeRows) throw error;
      if (size > 1) halve();
      else if (!skipRow?.(error)) throw error;
      return { done: 0, more: true };
    }
  }

  return {
    async run(batch, skipRow) {
      let all = 0;
      for (;;) {
        const { done, more } = await attempt(batch, skipRow);
        all += done;
        onBatch?.(done);
        if (!more || !((await shouldContinue?.()) ?? true)) return all;
      }
    },
  };
}
