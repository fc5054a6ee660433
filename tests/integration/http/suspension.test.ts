import { SUSPENDED_NAME } from '@cruddur/shared';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { OperatorCommand } from '../../../server/src/domain/moderation/operator-request.ts';
import { liftDueSuspensions } from '../../../server/src/domain/moderation/suspend-person.ts';
import type { WriteUnit } from '../../../server/src/domain/ports.ts';
import { createModerationReads } from '../../../server/src/repositories/moderation.ts';
import { refuseWhenUnavailable } from '../../../server/src/repositories/store-failures.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { expectRefusal, postCrud, replyTo, repost, sendTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createClient } from '../../support/clients.ts';
import { findTablesWithPerson } from '../../support/dump-tables.ts';
import { startLoopTime } from '../../support/loop-time.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { runSql } from '../../support/run-sql.ts';
import { connectSocket, openSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { operateOnStore } from '../../../server/src/wiring/operate-on-store.ts';

const HOUR_MS = 3_600_000;
const SOCKETS_CLOSED_WITHIN_MS = 2000;
const MARKER = 'marzipanturm';
const NAME = 'Eidergans';

const app = disposeAfterAll(await startTestApp());
const { db } = app.store;
const [ann, bob] = [await app.signUp({ name: 'Ann Marzipan' }), await app.signUp()];

const operate = (command: OperatorCommand) =>
  operateOnStore(app.store, { operator: 'olive', command }, app.clock);
const suspend = async (person: TestPerson, ms: number | null = HOUR_MS) => {
  const until = ms === null ? null : new Date(app.clock.now().getTime() + ms).toISOString();
  const { handle } = person;
  expect(await operate({ name: 'suspend', handle, until, reason: 'threats' })).toHaveProperty('done');
  return until;
};
const lift = ({ handle }: TestPerson) => operate({ name: 'lift', handle, reason: 'an appeal' });
const post = async (person: TestPerson, message: string) => (await postCrud(person, message)).uuid;
const change = (work: (unit: WriteUnit) => Promise<unknown>) =>
  createStore(db, app.clock).runChange(null, async (unit) => ({ result: await work(unit), entries: [] }));
/** A later sign-in: those of the second of the suspension are over. */
const signInAgain = async (person: TestPerson) => {
  await app.advance(2000);
  return createClient(app.url, (await signIn(app.url, person)).accessToken);
};

it('a suspended person loses all open sockets at two gateways within two seconds, each with its reason', async () => {
  const ivy = await app.signUp();
  await using other = await startTestApp({ sharedStoreApp: app });
  using first = await connectSocket(app.url, { token: ivy.accessToken });
  using second = await connectSocket(app.url, { token: ivy.accessToken });
  using there = await connectSocket(other.url, { token: ivy.accessToken });
  const sockets = [first, second, there];
  const sinceSuspension = startLoopTime();
  const closings = sockets.map(async ({ rawSocket }) => {
    const reason = await new Promise<string>((resolve) => rawSocket.once('disconnect', resolve));
    return { reason, afterMs: sinceSuspension() };
  });
  await suspend(ivy);
  for (const { reason, afterMs } of await Promise.all(closings)) {
    expect(reason).toBe('io server disconnect');
    expect(afterMs).toBeLessThan(SOCKETS_CLOSED_WITHIN_MS);
  }
  for (const { frames } of sockets) expect(frames.bye).toEqual([{ code: 'session_revoked' }]);
});

it('[SUSPEND-2] a suspended person is refused with the end of the suspension until it is lifted', async () => {
  const dora = await app.signUp();
  expect(await dora.callOk('suspension')).toEqual({ suspended: false, until: null, handle: dora.handle });
  using tab = await connectSocket(app.url, { token: dora.accessToken });
  const end = await suspend(dora);
  expect(await tab.waitForEnd()).toBe('session_revoked');
  await expectRefusal(dora.call('me'), 401, 'generic_401');
  const again = await signInAgain(dora);
  for (const name of ['me', 'homeFeed', 'notifications', 'sync'] as const)
    await expectRefusal(again.call(name), 403, 'account_suspended');
  expect(await again.callOk('suspension')).toEqual({ suspended: true, until: end, handle: dora.handle });
  using refused = openSocket(app.url, { token: (await signIn(app.url, dora)).accessToken });
  expect(await refused.waitForEnd()).toBe('session_revoked');
  expect(await lift(dora)).toHaveProperty('done');
  expect((await again.call('me')).status).toBe(200);
  expect(await lift(dora)).toEqual({ fault: `@${dora.handle} is not suspended.` });
});

it('a person is hidden, signed out and recorded by one commit, so a command that is cut short leaves nothing half done', async () => {
  const gus = await app.signUp();
  await suspend(gus);
  const query = sql<{ what: string; commit: string }>`
      select 'revocation' as what, xmin::text as commit from revocations where sub = ${gus.sub}
      union all select 'action', xmin::text from operator_actions where subject = ${gus.sub}
      union all select 'event', xmin::text from log where ref = ${gus.sub}::text and kind = 'person.hidden'
      union all select 'person', xmin::text from people where sub = ${gus.sub}`;
  const rows = await runSql(db, query);
  expect(rows.map(({ what }) => what).sort()).toEqual(['action', 'event', 'person', 'revocation']);
  expect(new Set(rows.map(({ commit }) => commit)).size).toBe(1);
});

it('[SUSPEND-3, PAINT-1] a suspended person has no crud in any answer until the suspension is lifted, and then all of them', async () => {
  const crud = await post(ann, `${MARKER} #marzipanturm @${bob.handle}`);
  const bobs = await post(bob, 'a crud of Bob');
  await replyTo(ann, bobs, `${MARKER} reply`);
  await repost(bob, crud);
  const params = { handle: ann.handle, activity_uuid: crud };
  const read = async () => ({
    home: await bob.callOk('homeFeed'),
    older: (await bob.send('GET', '/api/activities/home?limit=100')).body,
    profile: await app.visitor.callOk('profilePage', { params: ann }),
    reposts: await app.visitor.callOk('profilePage', { params: bob }),
    post: (await app.visitor.call('singlePost', { params })).body,
    replies: await bob.callOk('singlePost', { params: { handle: bob.handle, activity_uuid: bobs } }),
    notifications: await bob.callOk('notifications'),
    search: (await bob.callOk('search', { query: { term: MARKER } })).activities,
    hashtag: (await bob.callOk('search', { query: { term: `#${MARKER}` } })).activities,
    events: await bob.callOk('sync', { query: { public: '0.0' } }),
    page: String((await app.visitor.send('GET', `/@${ann.handle}`)).body),
    newest: await app.visitor.callOk('newestCruds'),
    start: String((await app.visitor.send('GET', '/')).body),
  });
  const parts = async () =>
    Object.entries(await read())
      .filter(([, answer]) => JSON.stringify(answer).includes(MARKER))
      .map(([name]) => name);
  const all = Object.keys(await read());
  expect(await parts()).toEqual(all);

  using tab = await connectSocket(app.url, { token: bob.accessToken });
  await suspend(ann, null);
  expect(await parts()).toEqual([]);
  await tab.waitForEvent('person.hidden', ({ data }) => data.cognito_user_uuid === ann.sub);
  expect(await parts()).toEqual([]);
  await expectRefusal(app.visitor.call('singlePost', { params }), 404, 'activity_not_found');
  const { profile } = await app.visitor.callOk('profilePage', { params: ann });
  expect(profile.cruds_count).toBe(0);
  const people = async () => (await bob.callOk('search', { query: { term: 'Marzipan' } })).people;
  expect(await people()).toEqual([]);

  await lift(ann);
  expect(await parts()).toEqual(all);
  await tab.waitForEvent('person.shown', ({ data }) => data.cognito_user_uuid === ann.sub);
  expect(await parts()).toEqual(all);
  expect(await people()).toMatchObject([{ handle: ann.handle }]);
});

it('[SUSPEND-3] the name, bio and picture of a suspended person are in no answer, and are back afterwards', async () => {
  const [fay, gil] = [await app.signUp({ name: `Fay ${NAME}` }), await app.signUp()];
  await fay.callOk('updateProfile', { body: { display_name: `Fay ${NAME}`, bio: `${NAME} bio` } });
  await sendTo(fay, gil, 'hello');
  await change(({ people }) => people.bumpAvatarVersion(fay.sub));
  using tab = await connectSocket(app.url, { token: gil.accessToken });
  const read = async () => [
    await app.visitor.callOk('profilePage', { params: fay }),
    String((await app.visitor.send('GET', `/@${fay.handle}`)).body),
    await gil.callOk('messageGroups'),
    await gil.callOk('shortUser', { params: fay }),
    await gil.callOk('sync', { query: { public: '0.0' } }),
  ];
  const partsWith = (parts: readonly unknown[]) =>
    parts.flatMap((part, n) => (JSON.stringify(part).includes(NAME) ? [n] : []));
  const before = await read();
  expect(partsWith(before)).toEqual([0, 1, 2, 3, 4]);
  await suspend(fay, null);
  const hidden = await read();
  expect(partsWith(hidden)).toEqual([]);
  expect(hidden[0]).toMatchObject({
    profile: { display_name: SUSPENDED_NAME, bio: '', avatar_version: 0 },
  });
  const isOfFay = ({ data }: { data: { cognito_user_uuid: string } }) => data.cognito_user_uuid === fay.sub;
  const { data } = await tab.waitForEvent('profile.updated', isOfFay);
  expect(JSON.stringify(data)).not.toContain(NAME);
  await suspend(fay);
  await lift(fay);
  const shown = await read();
  expect([partsWith(shown), shown[0]]).toEqual([partsWith(before), before[0]]);
});

it('[SUSPEND-11] a suspended person exports the data with the own name, and deletes the account', async () => {
  const joy = await app.signUp();
  await joy.callOk('updateProfile', { body: { display_name: `Joy ${NAME}`, bio: `${NAME} bio` } });
  await post(joy, `${NAME} crud`);
  await suspend(joy, null);
  const again = await signInAgain(joy);
  const isKnown = async () => (await joy.call('me')).status === 401;
  await until(isKnown, { what: 'the gateway knows of the suspension' });
  expect(await again.callOk('suspension')).toEqual({ suspended: true, until: null, handle: joy.handle });
  const { profile, cruds } = await again.callOk('exportData');
  expect(profile).toMatchObject({ display_name: `Joy ${NAME}`, bio: `${NAME} bio`, email: joy.email });
  expect(cruds).toMatchObject([{ message: `${NAME} crud` }]);
  await expectRefusal(again.call('homeFeed'), 403, 'account_suspended');
  await again.callOk('deleteAccount');
  expect(await findTablesWithPerson(app.store, joy.sub)).toEqual(['operator_actions']);
});

it('[SUSPEND-2] a person is shown again and may sign in when the end has come, and the end is recorded', async () => {
  const eve = await app.signUp();
  const crud = await post(eve, 'hidden for an hour');
  await suspend(eve);
  const again = await signInAgain(eve);
  await until(async () => (await again.call('me')).status === 403, { what: 'the gateway has read it' });
  await app.advance(HOUR_MS);
  await until(async () => (await again.call('me')).status === 200, { what: 'the suspension ends' });
  const params = { handle: eve.handle, activity_uuid: crud };
  expect((await again.call('singlePost', { params })).status).toBe(200);
  const actions = await db
    .selectFrom('operator_actions')
    .select(['operator', 'action'])
    .where('subject', '=', eve.sub)
    .orderBy('id')
    .execute();
  expect(actions).toEqual([
    { operator: 'olive', action: 'suspend' },
    { operator: 'cruddur', action: 'lift' },
  ]);
});

it('[SUSPEND-2] a person stays suspended if an operator sets another end while due suspensions are lifted', async () => {
  const gus = await app.signUp();
  await suspend(gus);
  const moderation = createModerationReads(db);
  await liftDueSuspensions({
    clock: app.clock,
    store: createStore(db, app.clock),
    deliver: () => undefined,
    moderation: { ...moderation, findDueSuspensions: () => Promise.resolve([gus.sub]) },
  });
  expect(await (await signInAgain(gus)).callOk('suspension')).toMatchObject({ suspended: true });
});

it('[SUSPEND-3] a suspended person is hidden while the account is erased', async () => {
  const hal = await app.signUp();
  const crud = await post(hal, 'hidden and not burned yet');
  await suspend(hal);
  await createStore(db, app.clock).runChange(null, async ({ erasure }) => ({
    result: await erasure.startErasure(hal.sub, app.clock.now()),
    entries: [],
  }));
  const params = { handle: hal.handle, activity_uuid: crud };
  expect((await app.visitor.call('singlePost', { params })).status).toBe(404);
  expect(JSON.stringify(await bob.callOk('homeFeed'))).not.toContain(crud);
});

it('a suspended person has no write accepted that commits after the suspension', async () => {
  const fay = await app.signUp();
  using tab = await connectSocket(app.url, { token: bob.accessToken });
  const write = () => fay.call('createActivity', { body: { message: 'a write' } });
  const before = Array.from({ length: 30 }, write);
  const suspending = suspend(fay, null);
  const answers = await Promise.all([...before, ...Array.from({ length: 30 }, write)]);
  await suspending;
  expect([401, 403]).toContain((await write()).status);
  expect(answers.every(({ status }) => [200, 401, 403].includes(status))).toBe(true);
  const hidden = await tab.waitForEvent('person.hidden', ({ data }) => data.cognito_user_uuid === fay.sub);
  const { public: applied } = tab.applied;
  const after = applied.slice(applied.indexOf(hidden)).filter(({ kind }) => kind === 'activity.created');
  expect(after.filter(({ data }) => data && 'handle' in data && data.handle === fay.handle)).toEqual([]);
});

it('[SUSPEND-2] a write is refused by the store when a gateway does not know of it yet', async () => {
  const ida = await app.signUp();
  await suspend(ida);
  const row = {
    actor: ida.sub,
    operation_id: 'operation-of-ida',
    fingerprint: 'k1:',
    ref: '',
    at: app.clock.now(),
  };
  const write = () => db.insertInto('operations').values(row).execute();
  await expect(refuseWhenUnavailable(write)).rejects.toMatchObject({ codes: ['account_suspended'] });
});

it('[SUSPEND-2] a person cannot be suspended until a date that has passed', async () => {
  const until = new Date(app.clock.now().getTime() - HOUR_MS).toISOString();
  const answer = await operate({ name: 'suspend', handle: bob.handle, until, reason: 'x' });
  expect(answer).toHaveProperty('fault');
  expect((await bob.call('me')).status).toBe(200);
});
