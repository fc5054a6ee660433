import { randomUUID } from 'node:crypto';
import { countCharacters, LIFETIME_MS, LIFETIMES } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { samplePeople } from '../../../server/src/seed/people.ts';
import { planSeed } from '../../../server/src/seed/plan.ts';

const now = new Date();
const plan = planSeed(new Map(samplePeople.map(({ handle }) => [handle, randomUUID()])), now);
const lives = plan.activities.map(({ created_at, expires_at }) => ({
  age: now.getTime() - new Date(created_at).getTime(),
  lifetime: new Date(expires_at ?? Infinity).getTime() - new Date(created_at).getTime(),
}));

test('[SEED-1] the well-known handles are among the people', () => {
  expect(plan.people.map(({ handle }) => handle)).toEqual(
    expect.arrayContaining(['andrewbrown', 'bayko', 'londo']),
  );
});

test('[SEED-1] cruds have all seven lifetimes, and none is expired or in the future', () => {
  expect(lives.every(({ age, lifetime }) => age >= 0 && age < lifetime)).toBe(true);
  const tops = lives.filter((_, index) => !plan.activities[index]?.reply_to).map(({ lifetime }) => lifetime);
  expect(new Set(tops)).toEqual(new Set(LIFETIMES.map((name) => LIFETIME_MS[name])));
});

test('[SEED-1] several cruds are in their last tenth', () => {
  expect(lives.filter(({ age, lifetime }) => age > lifetime * 0.9).length).toBeGreaterThan(3);
});

test('[SEED-1] one conversation has more than a hundred messages', () => {
  expect(Math.max(...plan.groups.map(({ head }) => head ?? 0))).toBeGreaterThan(100);
});

test('[SEED-1] every text would be accepted from a user', () => {
  const texts = [...plan.activities, ...plan.messages].map(({ message }) => message);
  expect(texts.every((text) => text.trim() === text && text !== '' && countCharacters(text) <= 240)).toBe(
    true,
  );
});
