import { describe, expect, test } from 'vitest';
import { createServerClock } from '../../../client/src/realtime/server-clock.ts';

/** A local clock that is moved by hand and a server that is a fixed time ahead. */
function clocks(ahead: number) {
  let local = 1_000_000;
  const clock = createServerClock(() => local);
  const pass = (ms: number) => (local += ms);
  const ask = (there: number, back: number) => {
    const askedAt = local;
    pass(there);
    const stated = local + ahead;
    pass(back);
    clock.answered(stated, askedAt, 0);
  };
  return { clock, ask, pass, serverNow: () => local + ahead };
}

describe('the server’s time', () => {
  test('[TIME-1] the least round trip decides', () => {
    const { clock, ask, serverNow } = clocks(90_000);
    ask(900, 100);
    ask(5, 5);
    ask(10, 1500);
    expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(5);
  });

  test('[TIME-1] a clock that was moved is followed at once', () => {
    const before = clocks(0);
    before.ask(5, 5);
    const told: number[] = [];
    before.clock.subscribe(() => told.push(before.clock.getOffset()));
    before.clock.heard(before.serverNow() + 3_660_000);
    expect(before.clock.getOffset()).toBeGreaterThanOrEqual(3_660_000);
    expect(told).toHaveLength(1);
  });
});
