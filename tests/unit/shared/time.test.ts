import fc from 'fast-check';
import {
  formatAge,
  isExpired,
  LIFETIME_MS,
  lifetimeLabel,
  LIFETIMES,
  formatDuration,
  formatSpokenDuration,
  formatTimeLeft,
} from '@cruddur/shared';
import { expect, test } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const created = '2026-01-31T12:00:00.000Z';
const at = (ms: number) => Date.parse(created) + ms;

test.each([
  [-DAY, '0s'],
  [0, '0s'],
  [999, '0s'],
  [42_900, '42s'],
  [MINUTE - 1, '59s'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h'],
  [DAY - 1, '23h'],
  [DAY, '24h'],
  [DAY + 1, '1d'],
  [2 * DAY - 1, '1d'],
  [30 * DAY, '30d'],
])('[TIME-2] a span of %i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
  expect(formatAge(created, at(ms))).toBe(ms < MINUTE ? 'now' : text);
  expect(formatTimeLeft(created, at(-ms))).toBe(text);
});

test('[TIME-2] a longer span never reads as a shorter one, and no span reads as longer than it is', () => {
  const unit = { s: 1000, m: MINUTE, h: HOUR, d: DAY };
  const read = (text: string) => Number.parseInt(text, 10) * unit[text.slice(-1) as keyof typeof unit];
  const span = fc.integer({ min: 0, max: 40 * DAY });
  fc.assert(
    fc.property(span, span, (a, b) => {
      expect(read(formatDuration(a))).toBeLessThanOrEqual(a);
      // Exactly 24 h is 24h, a little more is 1d: the same length with another label.
      expect(read(formatDuration(Math.min(a, b)))).toBeLessThanOrEqual(read(formatDuration(Math.max(a, b))));
    }),
  );
});

test('[TIME-2] the accessible text has the unit as a word', () => {
  const spoken = [HOUR, 2 * HOUR, DAY, DAY + 1, MINUTE, 1000, 0].map(formatSpokenDuration);
  expect(spoken).toEqual(['1 hour', '2 hours', '24 hours', '1 day', '1 minute', '1 second', '0 seconds']);
});

test('[POST-2] a crud is expired from the exact millisecond of its `expires_at`', () => {
  expect([-1, 0, 1].map((ms) => isExpired(created, at(ms)))).toEqual([false, true, true]);
  expect([null, undefined].map((never) => isExpired(never, at(0)))).toEqual([false, false]);
});

test('lifetimes are labelled in words, and are as long as they say', () => {
  const labels = ['30 days', '7 days', '3 days', '1 day', '12 hours', '3 hours', '1 hour'];
  expect(LIFETIMES.map(lifetimeLabel)).toEqual(labels);
  const unit = { hour: HOUR, hours: HOUR, day: DAY, days: DAY };
  for (const name of LIFETIMES) {
    const [count, word] = lifetimeLabel(name).split(' ');
    expect(LIFETIME_MS[name]).toBe(Number(count) * unit[word as keyof typeof unit]);
  }
});
