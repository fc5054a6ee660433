import { ORIGIN } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { userStream } from '../../../server/src/domain/events.ts';
import { shareQuestions } from '../../../server/src/realtime/shared-log.ts';
import { createFakeLog } from './fake-log.ts';
import { createHandTimers } from './hand-timers.ts';

test('[STREAM-20] two thousand who return together ask the store twice, not two thousand times', async () => {
  const log = createFakeLog();
  const shared = shareQuestions(log, { clock: systemClock, timers: createHandTimers() });
  const people = Array.from({ length: 2000 }, (_, index) => userStream(`${index}`));
  for (const person of people) log.append(person);
  const heads = await Promise.all(people.map((person) => shared.heads([person])));
  expect(heads.every((found, index) => found.get(people[index] ?? 'public')?.seq === 1)).toBe(true);
  expect(log.reads()).toBeLessThanOrEqual(2);
  await Promise.all(people.map(() => shared.read('public', ORIGIN, 500)));
  expect(log.reads()).toBeLessThanOrEqual(3);
});

test('[STREAM-20] a shared question that fails leaves the next one whole', async () => {
  const log = createFakeLog();
  const shared = shareQuestions(log, { clock: systemClock, timers: createHandTimers() });
  log.break(true);
  await expect(Promise.all([shared.heads(['public']), shared.heads(['public'])])).rejects.toThrow('away');
  log.break(false);
  expect((await shared.heads(['public'])).get('public')).toEqual(ORIGIN);
});

test('[STREAM-20] what has happened is answered alike for a quarter of a second, and that nothing has only once', async () => {
  const log = createFakeLog();
  const timers = createHandTimers();
  const shared = shareQuestions(log, { clock: systemClock, timers });
  const ask = () => shared.read('public', ORIGIN, 500);
  expect(await ask()).toMatchObject({ events: [] });
  log.append('public');
  const answer = await ask();
  log.append('public');
  expect(answer).toMatchObject({ events: [{ seq: 1 }] });
  expect(await ask()).toBe(answer);
  timers.pass(250);
  expect(await ask()).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }] });
});
