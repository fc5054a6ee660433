import { ORIGIN } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { userStream } from '../../../server/src/domain/events.ts';
import { shareQuestions } from '../../../server/src/realtime/shared-log.ts';
import { createFakeLog } from './fake-log.ts';

test('[STREAM-20] two thousand who return together ask the store twice, not two thousand times', async () => {
  const log = createFakeLog();
  const shared = shareQuestions(log);
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
  const shared = shareQuestions(log);
  log.break(true);
  await expect(Promise.all([shared.heads(['public']), shared.heads(['public'])])).rejects.toThrow('away');
  log.break(false);
  expect((await shared.heads(['public'])).get('public')).toEqual(ORIGIN);
});
