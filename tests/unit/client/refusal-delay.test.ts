import { expect, test } from 'vitest';
import { refusalDelayMs } from '../../../client/src/realtime/connection/refusal-delay.ts';

test('[TABS-22] tabs refused at the same moment return spread over time, and soon', () => {
  const firsts = [0, 0.25, 0.5, 0.75, 0.99].map((random) => refusalDelayMs('restarting', 0, random));
  expect(firsts).toEqual([250, 375, 500, 625, 745]);
  expect(refusalDelayMs('restarting', 1, 0.5)).toBe(1000);
  expect([0, 0.5, 0.99].map((random) => refusalDelayMs('restarting', 9, random))).toEqual([500, 1000, 1490]);
  expect(refusalDelayMs('too_many', 9, 0.5)).toBe(30_000);
});
