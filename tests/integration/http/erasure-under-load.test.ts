import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { callPool, signIn } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { findTablesWithPerson } from '../../support/dump-tables.ts';
import { until } from '../../support/until.ts';

/** Replaces the query builder for a statement that it cannot express. */
const run = ({ store: { db } }: TestApp, sql: string) =>
  db.executeQuery({ ...db.selectFrom('store').selectAll().compile(), sql });

it('[ERASE-10] an erasure during the user’s posts and other users’ likes, replies and messages neither fails nor leaves anything', async () => {
  await using app = await startTestApp();
  const [ann, bob, cy] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const { uuid } = await ann.callOk('createActivity', { body: { message: 'first' } });
  const { uuid: bobs } = await bob.callOk('createActivity', { body: { message: 'by Bob' } });
  await bob.callOk('sendMessage', { body: { handle: ann.handle, message: 'hello' } });
  const params = { activity_uuid: uuid };
  const tab = createClient(app.url, (await signIn(app.url, ann)).accessToken);
  const twenty = Array.from({ length: 20 }, (_, n) => n);
  const calls = twenty.flatMap((n) => [
    () => tab.call('createActivity', { body: { message: `post ${n} for @${bob.handle}` } }),
    () => (n % 2 ? bob : cy).call('like', { params }),
    () => tab.call(n % 2 ? 'like' : 'repost', { params: { activity_uuid: bobs } }),
    () => cy.call('createReply', { params, body: { ...params, message: `reply ${n} to @${ann.handle}` } }),
    () => tab.call('sendMessage', { body: { handle: cy.handle, message: `dm ${n}` } }),
    () => bob.call('sendMessage', { body: { handle: ann.handle, message: `dm ${n}` } }),
  ]);
  const [first, second] = [calls.slice(0, 60), calls.slice(60)];
  const answers = first.map((call) => call());
  const deletion = ann.call('deleteAccount');
  answers.push(...second.map((call) => call()));
  expect((await deletion).status).toBe(200);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect([...new Set(statuses)].filter((status) => ![200, 401, 404, 410, 422].includes(status))).toEqual([]);
  expect(statuses).toContain(401);
  expect(await findTablesWithPerson(app.store, ann.sub)).toEqual([]);
  const home = await bob.callOk('homeFeed');
  expect(home).toMatchObject([{ uuid: bobs, likes_count: 0, reposts_count: 0 }]);
});

it('[ERASE-10] two users who liked and answered each other are erased at the same time', async () => {
  await using app = await startTestApp();
  const both = [await app.signUp(), await app.signUp()] as const;
  for (const [one, other] of [both, [both[1], both[0]]] as const) {
    const params = { activity_uuid: (await other.callOk('createActivity', { body: { message: 'x' } })).uuid };
    await one.callOk('like', { params });
    await one.callOk('createReply', { params, body: { ...params, message: 'y' } });
    await one.callOk('sendMessage', { body: { handle: other.handle, message: 'z' } });
  }
  const answers = await Promise.all(both.map((one) => one.call('deleteAccount')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const one of both) expect(await findTablesWithPerson(app.store, one.sub)).toEqual([]);
  expect(await app.store.db.selectFrom('message_groups').selectAll().execute()).toEqual([]);
});

it('[ERASE-11] erasing two thousand cruds sends an event for each and does not block other writers', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  await run(
    app,
    `insert into activities (uuid, author, message, pos, created_at, expires_at)
      select gen_random_uuid(), '${ann.sub}', 'crud ' || n, -n, now(), now() + interval '1 day'
      from generate_series(1, 2000) n`,
  );
  const deletion = ann.call('deleteAccount');
  for (let n = 0; n < 5; n += 1) await bob.callOk('createActivity', { body: { message: `meanwhile ${n}` } });
  expect((await deletion).status).toBe(200);
  expect(await bob.callOk('homeFeed')).toHaveLength(5);
  const notifications = await app.store.db
    .selectFrom('log')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', '=', 'activity.deleted')
    .executeTakeFirst();
  expect(notifications?.count).toBe(2000);
});

it('[ERASE-12] if the pool fails after the erasure, the answer is 503, nothing is shown, and a repeat finishes', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  await ann.callOk('createActivity', { body: { message: 'gone at once' } });
  await run(
    app,
    `create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'away' using errcode = '57P01'; end $$`,
  );
  await run(app, 'create trigger fail before delete on pool_users execute function fail()');
  const failed = await ann.call('deleteAccount');
  expect([failed.status, failed.body, failed.headers.get('retry-after')]).toEqual([
    503,
    ['generic_503'],
    expect.stringMatching(/^[1-3]$/),
  ]);
  expect(await bob.callOk('homeFeed')).toEqual([]);
  expect((await bob.call('profilePage', { params: ann })).status).toBe(404);
  // The product no longer knows the user of a new sign-in; it can only finish the deletion.
  const again = createClient(app.url, (await signIn(app.url, ann)).accessToken);
  expect((await again.call('createActivity', { body: { message: 'back' } })).status).toBe(401);
  await run(app, 'drop trigger fail on pool_users');
  expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });
  expect((await again.call('me')).status).toBe(401);
  await expect(signIn(app.url, ann)).rejects.toThrow('NotAuthorizedException');
});

it('[ERASE-14] the pool’s own DeleteUser, called by any client, also erases the user', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  await ann.callOk('createActivity', { body: { message: 'by Ann' } });
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  await callPool(app.url, 'DeleteUser', { AccessToken: ann.accessToken });
  expect(await tab.waitForEnd()).toBe('session_revoked');
  expect(await bob.callOk('homeFeed')).toEqual([]);
  expect(await findTablesWithPerson(app.store, ann.sub)).toEqual([]);
  expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });
});

it('[ERASE-8] the picture of a deleted user is removed, and an issued upload address accepts none', async () => {
  await using app = await startTestApp();
  const ann = await app.signUp();
  const create = { width: 40, height: 20, channels: 3, background: '#9500ff' } as const;
  const body = new Uint8Array(await sharp({ create }).png().toBuffer());
  const put = async () => {
    const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    return () => fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
  };
  const picture = () => fetch(`${app.url}/avatars/processed/${ann.sub}.jpg`);
  await (
    await put()
  )();
  await until(async () => (await picture()).status === 200, { what: 'the picture is available' });
  const late = await put();
  await ann.callOk('deleteAccount');
  expect([(await picture()).status, (await late()).status]).toEqual([404, 403]);
});
