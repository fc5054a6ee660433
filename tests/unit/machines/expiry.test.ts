import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { expiryMachine } from '../../../client/src/machines/expiry.machine.ts';
import { SimulatedClock } from './manual-actor.ts';

const DAY_MS = 86_400_000;

/** A crud that expires in this many milliseconds. */
function start(livesMs: number, { moves = true } = {}) {
  const clock = new SimulatedClock();
  const input = { end: livesMs, now: () => clock.now(), allowsMotion: () => moves };
  const actor = createActor(expiryMachine, { input, clock }).start();
  return { clock, actor, state: () => actor.getSnapshot().value };
}

describe('the end of a crud on a page', () => {
  test('[EXPIRY-6, EXPIRY-7] it fades, shows for four seconds that it burned out, closes and is over', () => {
    const { clock, state } = start(5000);
    const seen = [4999, 1, 600, 3400, 220].map((ms) => {
      clock.increment(ms);
      return state();
    });
    expect(seen).toEqual(['alive', 'burning', 'gone', 'closing', 'over']);
  });

  test('[EXPIRY-6] an expiry after thirty days is awaited although no timer is that long', () => {
    const { clock, state } = start(30 * DAY_MS);
    clock.increment(30 * DAY_MS - 1);
    expect(state()).toBe('alive');
    clock.increment(1);
    expect(state()).toBe('burning');
  });

  test('[EXPIRY-6] a page that opens or wakes later shows the state of that time', () => {
    expect(start(-100).state()).toBe('burning');
    expect(start(-3000).state()).toBe('gone');
    expect(start(-4100).state()).toBe('closing');
    expect(start(-10_000).state()).toBe('over');
  });

  test('[EXPIRY-7] with reduced motion nothing is animated', () => {
    const { clock, state } = start(1000, { moves: false });
    clock.increment(1000);
    expect(state()).toBe('gone');
    clock.increment(4000);
    expect(state()).toBe('over');
  });

  test('[EXPIRY-7] a row out of sight leaves at once', () => {
    const { clock, actor, state } = start(1000);
    clock.increment(2000);
    actor.send({ type: 'LEFT' });
    expect(state()).toBe('over');
  });

  test('[EXPIRY-6] the expiry that the server sends replaces an estimate; an infinite one never ends', () => {
    const { clock, actor, state } = start(Infinity);
    clock.increment(60 * DAY_MS);
    expect(state()).toBe('alive');
    actor.send({ type: 'ENDS', end: clock.now() + 1000 });
    clock.increment(999);
    expect(state()).toBe('alive');
    clock.increment(1);
    expect(state()).toBe('burning');
  });
});
