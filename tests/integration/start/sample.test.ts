import sharp from 'sharp';
import { expect, test } from 'vitest';
import { portraits } from '../../../server/src/seed/portraits.ts';
import { asSamplePerson, seedSample } from '../../support/seed.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

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

test('[SEED-4] most of them have a picture soon, and everybody hears of it', async () => {
  await using app = await startTestApp();
  await seedSample(app);
  const andrew = await asSamplePerson(app);
  const seen = async () => {
    const feed = await andrew.ask('homeFeed');
    return new Map(feed.map(({ handle, avatar_version }) => [handle, avatar_version]));
  };
  const drawn = [...portraits.keys()];
  const versions = await until(
    async () => {
      const found = await seen();
      return drawn.every((handle) => !found.has(handle) || found.get(handle) === 1) && found;
    },
    { what: 'those who are drawn have a picture' },
  );
  expect([...versions.values()]).toContain(0);
  const { cognito_user_uuid } = await andrew.ask('me');
  const picture = await fetch(`${app.url}/avatars/processed/${cognito_user_uuid}.jpg`);
  const { format, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([format, width]).toEqual(['jpeg', 512]);
});

test('[SEED-3] nobody moves in where there are people', async () => {
  await using app = await startTestApp();
  const person = await app.signUp();
  expect(await seedSample(app)).toBe(false);
  expect(await person.ask('homeFeed')).toEqual([]);
});
