import { expect, test } from 'vitest';
import { createBatchCalls } from '../../../server/src/repositories/batch-calls.ts';

/** Doubles numbers, and records which were requested together. */
function doubling() {
  const statements: number[][] = [];
  const gather = createBatchCalls();
  const double = gather((calls: readonly number[]) => {
    statements.push([...calls]);
    return Promise.resolve(calls.map((call) => call * 2));
  });
  return { gather, statements, double };
}

test('[COMMIT-1] simultaneous calls become one statement, and each gets its own result', async () => {
  const { double, statements } = doubling();
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(statements).toEqual([[1, 2, 3]]);
});

test('[COMMIT-1] a call that is prepared asynchronously is included, as long as it awaits nothing external', async () => {
  const { double, statements } = doubling();
  const slow = async (n: number) => {
    for (let step = 0; step < n; step += 1) await Promise.resolve();
    return double(n);
  };
  await Promise.all([slow(0), slow(20), slow(3)]);
  expect(statements).toHaveLength(1);
});

test('[COMMIT-1] statements run in sequence, and the calls that follow from them are combined again', async () => {
  const { gather, double, statements } = doubling();
  let running = 0;
  const check = gather(async (calls: readonly string[]) => {
    expect((running += 1)).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return calls;
  });
  const task = async (n: number) => {
    await (n % 2 === 0 ? check(`check ${n}`) : double(n));
    return double(n * 10);
  };
  expect(await Promise.all([task(1), task(2), task(3)])).toEqual([20, 40, 60]);
  expect(statements).toEqual([
    [1, 3],
    [10, 30, 20],
  ]);
});

test('[COMMIT-1] a failed statement fails for all its callers, and for no later one', async () => {
  const gather = createBatchCalls();
  const divide = gather((calls: readonly number[]) =>
    calls.includes(0) ? Promise.reject(new Error('by zero')) : Promise.resolve(calls.map((n) => 1 / n)),
  );
  const tries = await Promise.allSettled([divide(1), divide(0)]);
  expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await divide(2)).toBe(0.5);
});
