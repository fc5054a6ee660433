import { expect, test } from 'vitest';
import { createWarningCounter } from '../../../../server/src/domain/warning-counter.ts';

test('[BUS-2] a flood is reported at once and then once per interval, with the number of occurrences', () => {
  let now = 0;
  const reported: number[] = [];
  const counter = createWarningCounter({
    everyMs: 60_000,
    monotonicMs: () => now,
    warn: (count) => reported.push(count),
  });
  counter.reportPending();
  for (let n = 0; n < 1000; n += 1) counter.countWarning();
  expect(reported).toEqual([1]);
  now = 59_999;
  counter.reportPending();
  expect(reported).toEqual([1]);
  now = 60_000;
  counter.reportPending();
  counter.reportPending();
  expect(reported).toEqual([1, 999]);
});
