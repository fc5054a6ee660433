import { expect, test } from 'vitest';
import { seedStore } from '../../../server/src/seed/seed.ts';
import { signInAsSamplePerson, seedSample } from '../../support/seed.ts';
import { startTestApp } from '../../support/test-app.ts';

test('samples are created once, and their first screens have content', async () => {
  await using app = await startTestApp();
  const two = await Promise.all([seedSample(app), seedSample(app)]);
  expect(two.toSorted()).toEqual([false, true]);
  expect(await seedSample(app)).toBe(false);

  const andrew = await signInAsSamplePerson(app);
  const times = (await andrew.callOk('homeFeed')).map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().reverse());
  const groups = await andrew.callOk('messageGroups');
  expect(groups.map(({ handle }) => handle)).toEqual(['bayko', 'odalys', 'londo']);
  expect((await andrew.callOk('me')).unread).toMatchObject({ notifications: 3, messages: 3 });
});

test('[SEED-5] samples seeded for production have no login', async () => {
  await using app = await startTestApp();
  expect(await seedStore(app.store, { localPool: true, logins: false, now: new Date() })).toBe(true);
  await expect(signInAsSamplePerson(app)).rejects.toThrow('Incorrect username or password.');
});

test('no samples are created in a store that has users', async () => {
  await using app = await startTestApp();
  const person = await app.signUp();
  expect(await seedSample(app)).toBe(false);
  expect(await person.callOk('homeFeed')).toEqual([]);
});
