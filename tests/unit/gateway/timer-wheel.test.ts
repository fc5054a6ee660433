import { expect, test } from 'vitest';
import { createTimerWheel } from '../../../server/src/gateway/timer-wheel.ts';
import { createManualTimers } from '../streams/manual-timers.ts';

test('[STREAM-26] one timer visits each socket once a second, and never more than a tenth of them at once', () => {
  const timers = createManualTimers();
  const visited: number[] = [];
  const wheel = createTimerWheel<number>(timers, (item) => void visited.push(item));
  for (let item = 0; item < 100; item += 1) wheel.add(item);
  expect(wheel.count()).toBe(100);
  timers.advance(100);
  expect(visited).toHaveLength(10);
  timers.advance(900);
  expect(visited.sort((a, b) => a - b)).toEqual([...wheel].sort((a, b) => a - b));
  for (let item = 1; item < 100; item += 1) wheel.remove(item);
  expect([...wheel]).toEqual([0]);
  timers.advance(3000);
  expect(visited).toHaveLength(103);
  wheel.stop();
  timers.advance(3000);
  expect(visited).toHaveLength(103);
});
