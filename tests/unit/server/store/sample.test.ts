import { randomUUID } from 'node:crypto';
import { countCharacters, LIFETIME_MS, LIFETIMES } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { samplePeople } from '../../../../server/src/seed/people.ts';
import { planSeed } from '../../../../server/src/seed/plan.ts';

test('the sample has the well-known people, cruds of all lifetimes and ages, and a long conversation, in texts that users could write', () => {
  const now = new Date();
  const plan = planSeed(new Map(samplePeople.map(({ handle }) => [handle, randomUUID()])), now);
  const handles = plan.people.map(({ handle }) => handle);
  expect(handles).toEqual(expect.arrayContaining(['andrewbrown', 'bayko', 'londo']));
  const lives = plan.activities.map(({ created_at, expires_at, reply_to }) => ({
    isReply: Boolean(reply_to),
    age: now.getTime() - new Date(created_at).getTime(),
    lifetime: new Date(expires_at ?? Infinity).getTime() - new Date(created_at).getTime(),
  }));
  expect(lives.every(({ age, lifetime }) => age >= 0 && age < lifetime)).toBe(true);
  const lifetimes = lives.filter(({ isReply }) => !isReply).map(({ lifetime }) => lifetime);
  expect(new Set(lifetimes)).toEqual(new Set(LIFETIMES.map((name) => LIFETIME_MS[name])));
  expect(lives.filter(({ age, lifetime }) => age > lifetime * 0.9).length).toBeGreaterThan(3);
  expect(Math.max(...plan.groups.map(({ head }) => head ?? 0))).toBeGreaterThan(100);
  const texts = [...plan.activities, ...plan.messages].map(({ message }) => message);
  const isAccepted = (text: string) => text.trim() === text && text !== '' && countCharacters(text) <= 240;
  expect(texts.filter((text) => !isAccepted(text))).toEqual([]);
});
