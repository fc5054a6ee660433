import sharp from 'sharp';
import { expect, test } from 'vitest';
import { portraits } from '../../../server/src/seed/portraits.ts';
import { seedStore } from '../../../server/src/seed/seed.ts';
import { signInAsSamplePerson, seedSample } from '../../support/seed.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

test('[SEED-2] samples are created once, and their first screens have content', async () => {
  await using app = await startTestApp();
  const two = await Promise.all([seedSample(app), seedSample(app)]);
  expect(two.toSorted()).toEqual([false, true]);
  expect(await seedSample(app)).toBe(false);

  const andrew = await signInAsSamplePerson(app);
  const feed = await andrew.callOk('homeFeed');
  const times = feed.map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  const groups = await andrew.callOk('messageGroups');
  expect(groups.map(({ handle }) => handle)).toEqual(['bayko', 'odalys', 'londo']);
  const me = await andrew.callOk('me');
  expect(me.unread).toEqual({ notifications: 3, messages: 3 });
});

test('[SEED-5] samples seeded for production have no login', async () => {
  await using app = await startTestApp();
  expect(await seedStore(app.store, { localPool: true, logins: false, now: new Date() })).toBe(true);
  await expect(signInAsSamplePerson(app)).rejects.toThrow('Incorrect username or password.');
});

test('[SEED-4] most samples get a picture soon, and every socket receives its version', async () => {
  await using app = await startTestApp();
  await seedSample(app);
  const andrew = await signInAsSamplePerson(app);
  const seen = async () => {
    const feed = await andrew.callOk('homeFeed');
    return new Map(feed.map(({ handle, avatar_version }) => [handle, avatar_version]));
  };
  const drawn = [...portraits.keys()];
  const versions = await until(
    async () => {
      const found = await seen();
      return drawn.every((handle) => !found.has(handle) || found.get(handle) === 1) && found;
    },
    { what: 'the drawn samples have a picture' },
  );
  expect([...versions.values()]).toContain(0);
  const { cognito_user_uuid } = await andrew.callOk('me');
  const picture = await fetch(`${app.url}/avatars/processed/${cognito_user_uuid}.jpg`);
  const { format, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([format, width]).toEqual(['jpeg', 512]);
});

test('[SEED-3] no samples are created in a store that has users', async () => {
  await using app = await startTestApp();
  const person = await app.signUp();
  expect(await seedSample(app)).toBe(false);
  expect(await person.callOk('homeFeed')).toEqual([]);
});
