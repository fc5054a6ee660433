import { expect, test } from 'vitest';
import { expiryMachine } from '../../../../client/src/cruds/expiry.machine.ts';
import { startMachine } from '../start-machine.ts';

const DAY_MS = 86_400_000;

/** The end on a page of a crud that expires in this many milliseconds. */
const start = (livesMs: number, { moves = true } = {}) =>
  startMachine(expiryMachine, [], {
    input: (clock) => ({ end: livesMs, now: () => clock.now(), allowsMotion: () => moves }),
  });

test('[EXPIRY-6] it fades, shows for four seconds that it burned out, closes and is over', () => {
  const { clock, value } = start(5000);
  const seen = [4999, 1, 600, 3400, 220].map((ms) => {
    clock.increment(ms);
    return value();
  });
  expect(seen).toEqual(['alive', 'burning', 'gone', 'closing', 'over']);
});

test('[EXPIRY-6] an expiry after thirty days is awaited although no timer is that long', () => {
  const { clock, value } = start(30 * DAY_MS);
  clock.increment(30 * DAY_MS - 1);
  expect(value()).toBe('alive');
  clock.increment(1);
  expect(value()).toBe('burning');
});

test('[EXPIRY-6] a page that opens or wakes later shows the state of that time', () => {
  const found = [-100, -3000, -4100, -10_000].map((livesMs) => start(livesMs).value());
  expect(found).toEqual(['burning', 'gone', 'closing', 'over']);
});

test('with reduced motion nothing is animated, and a row out of sight leaves at once', () => {
  const still = start(1000, { moves: false });
  still.clock.increment(1000);
  expect(still.value()).toBe('gone');
  still.clock.increment(4000);
  expect(still.value()).toBe('over');
  const { clock, send, value } = start(1000);
  clock.increment(2000);
  send({ type: 'LEFT' });
  expect(value()).toBe('over');
});

test('[EXPIRY-6] the expiry that the server sends replaces an estimate; an infinite one never ends', () => {
  const { clock, send, value } = start(Infinity);
  clock.increment(60 * DAY_MS);
  expect(value()).toBe('alive');
  send({ type: 'ENDS', end: clock.now() + 1000 });
  clock.increment(999);
  expect(value()).toBe('alive');
  clock.increment(1);
  expect(value()).toBe('burning');
});
