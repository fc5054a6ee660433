import { ERASED_NAME } from '@cruddur/shared';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  expectRefusal,
  like,
  markRead,
  postCrud,
  readMessages,
  replyTo,
  repost,
  sendIn,
  sendTo,
} from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { dumpTables, findTablesWithPerson } from '../../support/dump-tables.ts';
import { callPool, signIn } from '../../support/people.ts';
import { runSql } from '../../support/run-sql.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

/** Contained in every text of Ann and in no other text. */
const MARKER = 'zwiebelkuchen';

// Rate limits store addresses, so they are on here.
const app = disposeAfterAll(await startTestApp({ env: { RATE_LIMITS: 'on' } }));
const { db } = app.store;
const [ann, bob, cy] = [await app.signUp({ name: MARKER }), await app.signUp(), await app.signUp()];
const annsTab = disposeAfterAll(await connectSocket(app.url, { token: ann.accessToken }));
const bobsTab = disposeAfterAll(await connectSocket(app.url, { token: bob.accessToken }));
const start = { ...bobsTab.cursors() };
await ann.callOk('updateProfile', { body: { display_name: MARKER, bio: `${MARKER} bio` } });
const { uuid: anns } = await postCrud(ann, `${MARKER} #${MARKER} @${bob.handle}`);
const { uuid: bobs } = await postCrud(bob, `hello @${ann.handle}`);
const { uuid: replyOfBob } = await replyTo(bob, anns, 'a reply to Ann');
const { uuid: replyOfAnn } = await replyTo(ann, bobs, `${MARKER} reply`);
for (const mark of [like, repost]) {
  await mark(ann, bobs);
  await mark(bob, anns);
}
const { message_group_uuid: withBob = '' } = await sendTo(bob, ann, 'to Ann');
await sendIn(ann, withBob, `${MARKER} dm`);
await sendTo(ann, cy, `${MARKER} dm`);
await signIn(app.url, ann);
expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });

it('[ERASE-1] nothing of a deleted user is in any answer, and their pages are gone', async () => {
  const answers = [
    await bob.callOk('homeFeed'),
    await bob.callOk('profilePage', { params: bob }),
    await bob.callOk('notifications'),
    await bob.callOk('messageGroups'),
    await cy.callOk('messageGroups'),
    await readMessages(bob, withBob),
    await bob.callOk('search', { query: { term: MARKER } }),
    await bob.callOk('search', { query: { term: `@${ann.handle}` } }),
    await bob.callOk('trends'),
    await bob.callOk('suggestedUsers'),
    await bob.callOk('sync', { query: start }),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(MARKER);
  expect(answers[7]).toMatchObject({ people: [] });
  expect(JSON.stringify([answers[0], answers[2], answers[9]])).not.toContain(ann.sub);
  for (const name of ['profilePage', 'shortUser'] as const) {
    await expectRefusal(bob.call(name, { params: ann }), 404, 'user_not_found');
  }
  expect((await app.visitor.send('GET', `/@${ann.handle}`)).status).toBe(404);
  for (const uuid of [anns, replyOfAnn, replyOfBob]) {
    const params = { handle: ann.handle, activity_uuid: uuid };
    await expectRefusal(app.visitor.call('singlePost', { params }), 410, 'activity_expired');
  }
});

it('[ERASE-1] counts exclude the likes, reposts and replies of a deleted user', async () => {
  const params = { handle: bob.handle, activity_uuid: bobs };
  const { activity, replies } = await bob.callOk('singlePost', { params });
  expect(activity).toMatchObject({ likes_count: 0, reposts_count: 0, replies_count: 0 });
  expect([replies, (await bob.callOk('me')).unread]).toEqual([[], { notifications: 0, messages: 0 }]);
});

it('an author with a crud on screen receives its counts without the deleted user', async () => {
  const counts = () =>
    bobsTab.frames.counts.flatMap(({ activities }) => activities).findLast(({ uuid }) => uuid === bobs);
  const none = { likes_count: 0, reposts_count: 0, replies_count: 0 };
  await expect.poll(counts).toMatchObject(none);
});

it('[ERASE-2] no row of any table holds a deleted user’s texts, name or email, and the mailbox none of their mail', async () => {
  for (const { table, text } of await dumpTables(app.store)) {
    expect(text, table).not.toContain(MARKER);
    expect(text, table).not.toContain(ann.email);
  }
  const mail = await app.visitor.send('GET', `/local/mail?to=${ann.email}`, {
    headers: { accept: 'application/json' },
  });
  expect(mail.body).toEqual([]);
});

it('[ERASE-3] every sign-in ends, and repeating the deletion changes nothing', async () => {
  expect(await annsTab.waitForEnd()).toBe('session_revoked');
  expect((await ann.call('me')).status).toBe(401);
  await expect(signIn(app.url, ann)).rejects.toThrow('NotAuthorizedException');
  const AuthParameters = { REFRESH_TOKEN: ann.refreshToken };
  const refreshing = callPool(app.url, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters });
  await expect(refreshing).rejects.toThrow('NotAuthorizedException');
  expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });
  expect((await ann.call('me')).status).toBe(401);
});

it('[ERASE-4] the other member of a conversation keeps their own messages, next to a deleted account', async () => {
  // Without a message, a conversation leaves the list.
  expect(await cy.callOk('messageGroups')).toEqual([]);
  expect(await bob.callOk('messageGroups')).toMatchObject([
    { uuid: withBob, message: 'to Ann', display_name: ERASED_NAME, handle: ann.handle, unread: 0 },
  ]);
  const messages = await readMessages(bob, withBob);
  expect(messages.map(({ message, handle }) => [message, handle])).toEqual([['to Ann', bob.handle]]);
  expect(await markRead(bob, withBob, messages[0]?.uuid ?? '')).toMatchObject({
    read_uuid: messages[0]?.uuid,
    unread: 0,
  });
});

it('[ERASE-4] a message to a deleted user is refused', async () => {
  for (const to of [{ handle: ann.handle }, { message_group_uuid: withBob }]) {
    const sending = bob.call('sendMessage', { body: { ...to, message: 'are you there?' } });
    await expectRefusal(sending, 422, 'user_reciever_handle_blank');
  }
  await postCrud(bob, `where is @${ann.handle}?`);
  const counts = await db.selectFrom('notifications').selectAll().execute();
  expect(counts.filter(({ recipient }) => recipient === ann.sub)).toEqual([]);
});

it('[PEOPLE-4] the handle stays reserved, and the same email can sign up under another handle', async () => {
  const dora = await app.signUp();
  await dora.callOk('deleteAccount');
  const { handle, email, sub } = dora;
  expect(await app.visitor.callOk('handleAvailable', { params: { handle } })).toEqual({ available: false });
  const taking = app.signUp({ handle, email: `new.${email}` });
  await expect(taking).rejects.toThrow('409: ["handle_taken"]');
  const again = await app.signUp({ email });
  expect(again.sub).not.toBe(sub);
  expect((await again.callOk('me')).cruds_count).toBe(0);
});

it('open pages receive events, and a client that was offline receives no text of the deleted user', async () => {
  // A reply to a burned crud is removed with it and has no event of its own.
  for (const uuid of [anns, replyOfAnn])
    await bobsTab.waitForEvent('activity.deleted', ({ data }) => data.uuid === uuid);
  const { data } = await bobsTab.waitForEvent('messages.erased');
  expect(data).toEqual({ message_group_uuid: withBob, handle: ann.handle });
  await bobsTab.waitForEvent('profile.updated', (event) => event.data.display_name === ERASED_NAME);
  using back = await connectSocket(app.url, { token: bob.accessToken, cursors: start });
  await back.waitForEvent('messages.erased');
  await back.waitForEvent('profile.updated', (event) => event.data.display_name === ERASED_NAME);
  expect(JSON.stringify([back.applied, back.frames.events])).not.toContain(MARKER);
});

it('[ERASE-12] if the pool fails after the erasure, the answer is 503, nothing is shown, and a repeat finishes', async () => {
  const dan = await app.signUp();
  await postCrud(dan, 'gone at once');
  const away = sql`begin raise exception 'away' using errcode = '57P01'; end`;
  await runSql(db, sql`create function fail() returns trigger language plpgsql as $$ ${away} $$`);
  await runSql(db, sql`create trigger fail before delete on pool_users execute function fail()`);
  const { status, body, headers } = await dan.call('deleteAccount');
  expect([status, body]).toEqual([503, ['generic_503']]);
  expect(headers.get('retry-after')).toMatch(/^[1-3]$/);
  expect(JSON.stringify(await bob.callOk('homeFeed'))).not.toContain('gone at once');
  expect((await bob.call('profilePage', { params: dan })).status).toBe(404);
  // The product no longer knows the user of a new sign-in; it can only finish the deletion.
  const again = createClient(app.url, (await signIn(app.url, dan)).accessToken);
  expect((await again.call('createActivity', { body: { message: 'back' } })).status).toBe(401);
  await runSql(db, sql`drop trigger fail on pool_users`);
  expect(await dan.callOk('deleteAccount')).toEqual({ deleted: true });
  expect((await again.call('me')).status).toBe(401);
  await expect(signIn(app.url, dan)).rejects.toThrow('NotAuthorizedException');
});

it('a user who signs out everywhere during their deletion is removed from the pool as well', async () => {
  const dan = await app.signUp();
  const elsewhere = await signIn(app.url, dan);
  const out = callPool(app.url, 'GlobalSignOut', { AccessToken: elsewhere.accessToken });
  const [{ status }] = await Promise.all([dan.call('deleteAccount'), out.catch(() => 'was slower')]);
  // A caller whose sign-in ended first is refused and not deleted.
  const isThere = (await bob.call('shortUser', { params: dan })).status === 200;
  expect(isThere).toBe(status === 401);
  if (isThere) await createClient(app.url, (await signIn(app.url, dan)).accessToken).callOk('deleteAccount');
  for (const { table, text } of await dumpTables(app.store)) expect(text, table).not.toContain(dan.email);
  await expect(signIn(app.url, dan)).rejects.toThrow('NotAuthorizedException');
});

it('the pool’s own DeleteUser, called by any client, also erases the user', async () => {
  const dan = await app.signUp();
  await postCrud(dan, 'by Dan');
  using tab = await connectSocket(app.url, { token: dan.accessToken });
  await callPool(app.url, 'DeleteUser', { AccessToken: dan.accessToken });
  expect(await tab.waitForEnd()).toBe('session_revoked');
  expect(JSON.stringify(await bob.callOk('homeFeed'))).not.toContain('by Dan');
  expect(await findTablesWithPerson(app.store, dan.sub)).toEqual([]);
  expect(await dan.callOk('deleteAccount')).toEqual({ deleted: true });
});

it('the picture of a deleted user is removed, and an issued upload address accepts none', async () => {
  const dan = await app.signUp();
  const create = { width: 40, height: 20, channels: 3, background: '#9500ff' } as const;
  const body = new Uint8Array(await sharp({ create }).png().toBuffer());
  const createUpload = async () => {
    const { url } = await dan.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    return () => fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
  };
  const picture = () => fetch(`${app.url}/avatars/processed/${dan.sub}.jpg`);
  const inTime = await createUpload();
  await inTime();
  await until(async () => (await picture()).status === 200, { what: 'the picture is available' });
  const late = await createUpload();
  await dan.callOk('deleteAccount');
  expect([(await picture()).status, (await late()).status]).toEqual([404, 403]);
});
