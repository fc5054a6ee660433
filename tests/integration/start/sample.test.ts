import { expect, test } from 'vitest';
import { asSamplePerson, seedSample } from '../../support/seed.ts';
import { startTestApp } from '../../support/test-app.ts';

test('[SEED-2] sample people move in once, and their first screens are alive', async () => {
  await using app = await startTestApp();
  const two = await Promise.all([seedSample(app), seedSample(app)]);
  expect(two.toSorted()).toEqual([false, true]);
  expect(await seedSample(app)).toBe(false);

  const andrew = await asSamplePerson(app);
  const feed = await andrew.ask('homeFeed');
  const times = feed.map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  const groups = await andrew.ask('messageGroups');
  expect(groups.map(({ handle }) => handle)).toEqual(['bayko', 'odalys', 'londo']);
  const me = await andrew.ask('me');
  expect(me.unread).toEqual({ notifications: 3, messages: 3 });
});

test('[SEED-3] nobody moves in where there are people', async () => {
  await using app = await startTestApp();
  const person = await app.signUp();
  expect(await seedSample(app)).toBe(false);
  expect(await person.ask('homeFeed')).toEqual([]);
});
