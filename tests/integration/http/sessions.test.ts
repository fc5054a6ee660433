import type { ListedSession } from '@cruddur/shared';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSessionUseWrites, deleteOldSessions } from '../../../server/src/repositories/sessions.ts';
import { expectRefusal } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { dumpTables, findTablesWithPerson } from '../../support/dump-tables.ts';
import { callPool, signIn, type TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { operateOnStore } from '../../../server/src/wiring/operate-on-store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0';

const app = disposeAfterAll(await startTestApp());
const { db } = app.store;

const list = (token: string, userAgent = LAPTOP) =>
  createClient(app.url, token).callOk('sessions', { headers: { 'user-agent': userAgent } });
const devicesOf = (sessions: readonly ListedSession[]) => sessions.map(({ device }) => device);
const end = (by: TestPerson, { uuid }: Pick<ListedSession, 'uuid'>) =>
  by.call('endListedSession', { params: { session_uuid: uuid } });
const status = async (token: string) => (await createClient(app.url, token).call('homeFeed')).status;
const refresh = (token: string) => {
  const AuthParameters = { REFRESH_TOKEN: token };
  return callPool(app.url, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters });
};

/** At a laptop: the first calls of a sign-up show no device, and later ones are written after five minutes. */
async function signUpAtLaptop() {
  const ann = await app.signUp();
  await app.advance(6 * MINUTE_MS);
  await list(ann.accessToken);
  return ann;
}

/** Ann at a laptop, with a phone as a second session. */
async function signInTwice() {
  const ann = await signUpAtLaptop();
  const phone = await signIn(app.url, ann);
  await list(phone.accessToken, PHONE);
  const found = (await list(ann.accessToken)).find(({ current }) => !current);
  if (!found) throw new Error('the phone is not listed');
  return { ann, phone, listed: found };
}

it('[SESSION-1] an ended session is refused and its sockets are closed; the user’s other sessions continue', async () => {
  const ann = await app.signUp();
  const phone = await signIn(app.url, ann);
  using socket = await connectSocket(app.url, { token: ann.accessToken });
  expect(await ann.callOk('endSession', { body: {} })).toEqual({ ended: true });
  expect(await socket.waitForEnd()).toBe('session_revoked');
  expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([401, 200]);
});

it('[SESSION-2] `all` ends every session, and a new sign-in in the same second works', async () => {
  const ann = await app.signUp();
  const phone = await signIn(app.url, ann);
  await app.advance(2000);
  await ann.callOk('endSession', { body: { all: true } });
  const next = await signIn(app.url, ann);
  expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([401, 401]);
  expect(await status(next.accessToken)).toBe(200);
});

it('[POOL-6] the local pool’s GlobalSignOut ends sessions in the same way', async () => {
  const ann = await app.signUp();
  const phone = await signIn(app.url, ann);
  using socket = await connectSocket(app.url, { token: phone.accessToken });
  await callPool(app.url, 'GlobalSignOut', { AccessToken: ann.accessToken });
  expect(await socket.waitForEnd()).toBe('session_revoked');
  expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([401, 401]);
  expect(await status((await signIn(app.url, ann)).accessToken)).toBe(200);
});

it('[TOKEN-2] a call with an ID token, no token or an ended token is refused', async () => {
  await using brief = await startTestApp({ env: { LOCAL_POOL_ACCESS_SECONDS: '60' }, sharedStoreApp: app });
  const ann = await brief.signUp();
  const opens = async (token: string) => (await createClient(brief.url, token).call('homeFeed')).status;
  expect(await opens(ann.accessToken)).toBe(200);
  expect([await opens(ann.idToken), await opens('not.a.token')]).toEqual([401, 401]);
  await brief.advance(66_000);
  expect(await opens(ann.accessToken)).toBe(401);
});

it('[SIGNIN-1] a person’s sessions are listed with their device and last use, the current one first, and to no other person', async () => {
  const ann = await signUpAtLaptop();
  await app.advance(10 * MINUTE_MS);
  const phone = await signIn(app.url, ann);
  const [current, other, ...rest] = await list(phone.accessToken, PHONE);
  expect(rest).toEqual([]);
  expect(current).toMatchObject({ device: 'Chrome on Android', handheld: true, current: true });
  expect(other).toMatchObject({ device: 'Firefox on macOS', handheld: false, current: false });
  const usedAt = (session: ListedSession | undefined) => Date.parse(session?.last_used_at ?? '');
  expect(usedAt(current)).toBeGreaterThan(usedAt(other));
  expect(Date.parse(current?.signed_in_at ?? '')).toBeLessThanOrEqual(usedAt(current));
  const eve = await app.signUp();
  expect(await list(eve.accessToken)).toHaveLength(1);
});

it('[SIGNIN-2] ending a session closes its sockets and refuses its tokens and its refresh token; the others continue', async () => {
  const { ann, phone, listed } = await signInTwice();
  using socket = await connectSocket(app.url, { token: phone.accessToken });
  expect((await end(ann, listed)).body).toEqual({ uuid: listed.uuid });
  expect(await socket.waitForEnd()).toBe('session_revoked');
  expect([await status(phone.accessToken), await status(ann.accessToken)]).toEqual([401, 200]);
  await expect(refresh(phone.refreshToken)).rejects.toThrow('NotAuthorizedException');
  await expect(refresh(ann.refreshToken)).resolves.toHaveProperty('AuthenticationResult');
  expect(devicesOf(await list(ann.accessToken))).toEqual(['Firefox on macOS']);
  await expectRefusal(end(ann, listed), 404, 'generic_404');
});

it('[SIGNIN-2] the current session can be ended too', async () => {
  const ann = await app.signUp();
  const [current] = await list(ann.accessToken);
  expect((await end(ann, { uuid: current?.uuid ?? '' })).status).toBe(200);
  expect(await status(ann.accessToken)).toBe(401);
  await expect(refresh(ann.refreshToken)).rejects.toThrow('NotAuthorizedException');
});

it('[SIGNIN-2] a session of another person and an unknown one are refused alike, and nothing ends', async () => {
  const { phone, listed } = await signInTwice();
  const eve = await app.signUp();
  for (const uuid of [listed.uuid, randomUUID(), 'none'])
    await expectRefusal(end(eve, { uuid }), 404, 'generic_404');
  expect(await status(phone.accessToken)).toBe(200);
  await expect(refresh(phone.refreshToken)).resolves.toHaveProperty('AuthenticationResult');
});

it('the last use moves forward only, once in five minutes, by calls and by an open socket; of a user agent only the description is stored', async () => {
  const ann = await app.signUp();
  const lastUse = async () => Date.parse((await list(ann.accessToken))[0]?.last_used_at ?? '');
  const first = await lastUse();
  await app.advance(MINUTE_MS);
  expect(await lastUse()).toBe(first);
  await app.advance(5 * MINUTE_MS);
  const second = await lastUse();
  expect(second).toBeGreaterThanOrEqual(first + 5 * MINUTE_MS);
  const rowOf = () =>
    db.selectFrom('sessions').selectAll().where('person', '=', ann.sub).executeTakeFirstOrThrow();
  const row = await rowOf();
  const earlier = { sub: ann.sub, originJti: row.origin_jti, authTime: 1, device: null, at: new Date(first) };
  await createSessionUseWrites(db).recordUses([earlier]);
  expect(await rowOf()).toEqual(row);

  const socket = await connectSocket(app.url, { token: ann.accessToken });
  await app.advance(6 * MINUTE_MS);
  const isWritten = async () => (await rowOf()).used_at.getTime() > second;
  await until(isWritten, { what: 'the socket’s use is written' });
  socket[Symbol.dispose]();

  await ann.call('me', { headers: { 'user-agent': `${LAPTOP} Quittenmus/1` } });
  const texts = await dumpTables(app.store);
  expect(texts.filter(({ text }) => text.includes('Gecko') || text.includes('Quittenmus'))).toEqual([]);
});

it('a session that has ended in another way is not listed, and its row is deleted', async () => {
  const { ann, phone } = await signInTwice();
  await createClient(app.url, phone.accessToken).callOk('endSession', { body: {} });
  expect(devicesOf(await list(ann.accessToken))).toEqual(['Firefox on macOS']);

  await app.advance(2000);
  const command = { name: 'end-sessions', handle: ann.handle, reason: 'a stolen phone' } as const;
  await operateOnStore(app.store, { operator: 'olive', command }, app.clock);
  await until(async () => (await status(ann.accessToken)) === 401, {
    what: 'the operator’s end takes effect',
  });
  await app.advance(2000);
  const next = await signIn(app.url, ann);
  expect(await list(next.accessToken, PHONE)).toMatchObject([{ device: 'Chrome on Android', current: true }]);

  const count = async () =>
    (await db.selectFrom('sessions').select('uuid').where('person', '=', ann.sub).execute()).length;
  expect(await count()).toBe(3);
  const longAgo = new Date(app.clock.now().getTime() - 30 * DAY_MS);
  await deleteOldSessions(db, { signedInBefore: longAgo, revokedAfter: longAgo, exportedBefore: longAgo });
  expect(await count()).toBe(1);
});

it('a session of which no token can be valid any more is not listed, and its row is deleted', async () => {
  await using brief = await startTestApp({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' }, sharedStoreApp: app });
  const ann = await brief.signUp();
  await ann.callOk('sessions');
  await brief.advance(31 * DAY_MS);
  const { accessToken } = await signIn(brief.url, ann);
  expect(await createClient(brief.url, accessToken).callOk('sessions')).toHaveLength(1);
  const sessions = db.selectFrom('sessions').select('uuid').where('person', '=', ann.sub);
  expect(await sessions.execute()).toHaveLength(2);
  const now = brief.clock.now();
  const signedInBefore = new Date(now.getTime() - 30 * DAY_MS);
  await deleteOldSessions(db, { signedInBefore, revokedAfter: now, exportedBefore: now });
  expect(await sessions.execute()).toHaveLength(1);
});

it('the erasure of a person deletes their sessions, and a later use writes none', async () => {
  const { ann } = await signInTwice();
  await ann.callOk('exportData');
  await ann.callOk('deleteAccount');
  await until(async () => (await findTablesWithPerson(app.store, ann.sub)).length === 0, {
    what: 'ann is erased',
  });
  const late = { sub: ann.sub, originJti: randomUUID(), authTime: 1, device: null, at: app.clock.now() };
  await createSessionUseWrites(db).recordUses([late]);
  expect(await findTablesWithPerson(app.store, ann.sub)).toEqual([]);
});

it('a session is listed and ended at any gateway', async () => {
  await using other = await startTestApp({ sharedStoreApp: app });
  const { ann, phone, listed } = await signInTwice();
  using socket = await connectSocket(app.url, { token: phone.accessToken });
  const there = createClient(other.url, ann.accessToken);
  const sessions = await there.callOk('sessions', { headers: { 'user-agent': LAPTOP } });
  expect(devicesOf(sessions)).toEqual(['Firefox on macOS', 'Chrome on Android']);
  await there.callOk('endListedSession', { params: { session_uuid: listed.uuid } });
  expect(await socket.waitForEnd()).toBe('session_revoked');
  expect(await status(phone.accessToken)).toBe(401);
});

it('[SESSION-8] a user who is removed from the local pool loses sockets and API within six minutes, and no other user does', async () => {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const phone = await signIn(app.url, ann);
  using removed = await connectSocket(app.url, { token: ann.accessToken });
  using other = await connectSocket(app.url, { token: bob.accessToken });
  expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([200, 200]);

  // The row is deleted directly, as after a removal at the provider.
  await app.store.poolDb.deleteFrom('pool_users').where('sub', '=', ann.sub).execute();
  await app.advance(6 * MINUTE_MS);
  expect(await removed.waitForEnd()).toBe('session_revoked');
  expect(await status(ann.accessToken)).toBe(401);
  await until(async () => (await status(phone.accessToken)) === 401, { what: 'the phone is refused' });
  expect(await status(bob.accessToken)).toBe(200);
  expect(other.rawSocket.connected).toBe(true);
});
