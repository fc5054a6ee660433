import { performance } from 'node:perf_hooks';
import { isTimeoutOrDeadlock } from './store-failures.ts';

const INITIAL_SIZE = 200;
const MAX_SIZE = 5000;
/** In milliseconds. Between the two a batch keeps its size: its locks are short beside every time limit. */
const QUICK_MS = 60;
const SLOW_MS = 300;

/** Handles about `size` rows. */
export type Batch = (size: number) => Promise<{ done: number; more: boolean }>;

export interface AdaptiveBatches {
  /**
   * Runs batches while there is more to do. A batch that the store cuts off for its duration is repeated with half the
   * size, so a slow store makes progress instead of repeating the same failure.
   * @returns how many rows all batches handled
   */
  run(batch: Batch): Promise<number>;
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

  async function attempt(batch: Batch): ReturnType<Batch> {
    const began = nowMs();
    try {
      const result = await batch(size);
      const tookMs = nowMs() - began;
      if (tookMs > SLOW_MS) halve();
      else if (tookMs < QUICK_MS && result.more) size = Math.min(MAX_SIZE, size * 2);
      return result;
    } catch (error) {
      if (!isTimeoutOrDeadlock(error) || size === 1) throw error;
      halve();
      return { done: 0, more: true };
    }
  }

  return {
    async run(batch) {
      let all = 0;
      for (;;) {
        const { done, more } = await attempt(batch);
        all += done;
        onBatch?.(done);
        if (!more || !((await shouldContinue?.()) ?? true)) return all;
      }
    },
  };
}
