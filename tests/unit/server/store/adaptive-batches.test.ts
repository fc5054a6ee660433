import { expect, test } from 'vitest';
import { createAdaptiveBatches, type Batch } from '../../../../server/src/repositories/adaptive-batches.ts';

const createTimeoutError = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

/** Rows in a store that takes a given time for each, and cancels a statement that exceeds its limit. */
function createSlowStore(rows: number, { msPerRow = 1, allowedMs = Infinity } = {}) {
  let [left, nowMs] = [rows, 0];
  const sizes: number[] = [];
  const batch: Batch = (size) => {
    sizes.push(size);
    const done = Math.min(left, size);
    nowMs += Math.min(done * msPerRow, allowedMs);
    if (done * msPerRow > allowedMs) return Promise.reject(createTimeoutError());
    left -= done;
    return Promise.resolve({ done, more: left > 0 });
  };
  return { batch, sizes, left: () => left, nowMs: () => nowMs };
}

test('batches that the store cancels are repeated at half the size, until all is done', async () => {
  const store = createSlowStore(100, { msPerRow: 300, allowedMs: 5000 });
  expect(await createAdaptiveBatches(store).run(store.batch)).toBe(100);
  expect(store.left()).toBe(0);
  expect(store.sizes.slice(0, 5)).toEqual([200, 100, 50, 25, 12]);
});

test('batches shrink while they are slow and grow while they are fast', async () => {
  const slow = createSlowStore(500, { msPerRow: 10 });
  const quick = createSlowStore(20_000, { msPerRow: 0.001 });
  await createAdaptiveBatches(slow).run(slow.batch);
  await createAdaptiveBatches(quick).run(quick.batch);
  expect(Math.min(...slow.sizes)).toBeLessThan(50);
  expect(Math.max(...quick.sizes)).toBe(5000);
});

test('batches end when another gateway takes over, and when a single row cannot be handled', async () => {
  const store = createSlowStore(10_000);
  let turns = 0;
  const goOn = () => Promise.resolve((turns += 1) < 3);
  await createAdaptiveBatches({ shouldContinue: goOn, nowMs: store.nowMs }).run(store.batch);
  expect(store.sizes).toHaveLength(3);
  const stuck = createSlowStore(10, { msPerRow: 10_000, allowedMs: 5000 });
  await expect(createAdaptiveBatches(stuck).run(stuck.batch)).rejects.toThrow('statement timeout');
  expect(stuck.sizes.at(-1)).toBe(1);
});

test('batches that fail for one row go on without it, whatever the failure', async () => {
  const left = new Set(Array.from({ length: 300 }, (_, n) => n));
  const skipped: number[] = [];
  let first: number | undefined;
  const batch: Batch = (size) => {
    const chosen = [...left].filter((n) => !skipped.includes(n)).slice(0, size);
    [first] = chosen;
    if (chosen.includes(70)) return Promise.reject(createTimeoutError());
    if (chosen.includes(250)) return Promise.reject(new Error('violates a constraint'));
    for (const n of chosen) left.delete(n);
    return Promise.resolve({ done: chosen.length, more: chosen.length === size });
  };
  const skip = () => {
    if (first !== undefined) skipped.push(first);
    return skipped.length < 3;
  };
  expect(await createAdaptiveBatches({ nowMs: () => 0 }).run(batch, skip)).toBe(298);
  expect(skipped).toEqual([70, 250]);
});

test('batches end when the store is away, no row can be left out, or smaller ones would fail as well', async () => {
  const failing = (message: string, code?: string) => () =>
    Promise.reject(Object.assign(new Error(message), { code }));
  const away = createAdaptiveBatches().run(failing('refused', 'ECONNREFUSED'), () => true);
  await expect(away).rejects.toThrow('refused');
  await expect(createAdaptiveBatches().run(failing('broken'), () => false)).rejects.toThrow('broken');
  await expect(createAdaptiveBatches().run(failing('disk is full'))).rejects.toThrow('disk is full');
});
