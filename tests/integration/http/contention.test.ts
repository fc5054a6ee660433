import { CompiledQuery } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import {
  createEraseAccount,
  type EraseAccount,
  finishErasures,
} from '../../../server/src/domain/users/erase-account.ts';
import { createPendingUploads } from '../../../server/src/repositories/avatar-uploads.ts';
import { createPeopleReads } from '../../../server/src/repositories/people.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { postCrud, replyTo, sendTo, like } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { findTablesWithPerson } from '../../support/dump-tables.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const DAY_MS = 86_400_000;

const app = disposeAfterAll(await startTestApp());
const [ann, bob] = [await app.signUp(), await app.signUp()];

const burn = (by: TestPerson, activity_uuid: string) =>
  by.call('burnActivity', { params: { activity_uuid } });

it('of concurrent burnings one is executed, and the others are answered as already done', async () => {
  for (const round of times(5)) {
    const { uuid } = await postCrud(ann, `round ${round}`);
    const statuses = (await Promise.all(times(6).map(() => burn(ann, uuid)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410, 410, 410, 410, 410]);
  }
});

it('a crud and a reply to it are burned at once without a deadlock', async () => {
  for (const round of times(5)) {
    const top = await postCrud(ann, `branch ${round}`);
    const branch = await replyTo(bob, top.uuid);
    await Promise.all(times(8).map(() => replyTo(ann, branch.uuid)));
    const answers = await Promise.all([burn(ann, top.uuid), burn(bob, branch.uuid)]);
    expect(answers[0].status).toBe(200);
    expect([200, 410]).toContain(answers[1].status);
  }
});

it('messages and read marks of one conversation do not make each other fail', async () => {
  const { message_group_uuid = '', uuid } = await sendTo(ann, bob);
  let last = uuid;
  const write = async (by: TestPerson) => {
    const sent = await by.call('sendMessage', { body: { message_group_uuid, message: 'next' } });
    last = (sent.body as { uuid: string }).uuid;
    return sent;
  };
  const read = (by: TestPerson) =>
    by.call('markMessagesRead', { params: { message_group_uuid }, body: { uuid: last } });
  for (const round of times(8)) {
    const calls = times(12).map((n) => (n % 3 === 0 ? read : write)((n + round) % 2 === 0 ? ann : bob));
    for (const { status, body } of await Promise.all(calls)) expect([status, body]).toEqual([200, body]);
  }
});

it('thousands of cruds that expire together are purged, however deep their replies', async () => {
  const first = await postCrud(ann, 'the first of a long chain', '1-hour');
  const row = { author: ann.sub, message: 'deeper', terms: '', created_at: new Date() };
  const expires_at = new Date(first.expires_at ?? '');
  let reply_to = first.uuid;
  const links = times(2500).map((n) => {
    const link = { ...row, uuid: randomUUID(), pos: 1_000_000 + n, reply_to, expires_at };
    reply_to = link.uuid;
    return link;
  });
  for (const start of [0, 1000, 2000])
    await app.store.db
      .insertInto('activities')
      .values(links.slice(start, start + 1000))
      .execute();
  // The gateway's own purge may delete some of them at the same time.
  await purgeExpired(app.store.db, new Date(Date.now() + 8 * DAY_MS));
  expect(await app.store.db.selectFrom('activities').select('uuid').execute()).toEqual([]);
});

/** More rows than one step of an erasure takes, and more cruds than get events of their own. */
const MANY = 2300;
const EVENTS_MAX = 2000;

const { db } = app.store;
const run = async (statement: string) =>
  (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows;

it('an erasure during the user’s posts and other users’ likes, replies and messages neither fails nor leaves anything', async () => {
  const [ann, bob, cy] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const { uuid } = await postCrud(ann, 'first');
  const { uuid: bobs } = await postCrud(bob, 'by Bob');
  await sendTo(bob, ann, 'hello');
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
  const [crud] = (await bob.callOk('profilePage', { params: bob })).activities;
  expect(crud).toMatchObject({ uuid: bobs, likes_count: 0, reposts_count: 0 });
});

it('two users who liked and answered each other are erased at the same time', async () => {
  const both = [await app.signUp(), await app.signUp()] as const;
  for (const [one, other] of [both, [both[1], both[0]]] as const) {
    const { uuid } = await postCrud(other, 'x');
    await like(one, uuid);
    await replyTo(one, uuid);
    await sendTo(one, other);
  }
  const answers = await Promise.all(both.map((one) => one.call('deleteAccount')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const one of both) expect(await findTablesWithPerson(app.store, one.sub)).toEqual([]);
  const groups = db
    .selectFrom('message_groups')
    .selectAll()
    .where(
      'person_a',
      'in',
      both.map(({ sub }) => sub),
    );
  expect(await groups.execute()).toEqual([]);
});

it('an account with thousands of rows of each kind is erased, with one event for each of its newest cruds, while others write', async () => {
  const [ann, bob, cy] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const { message_group_uuid: group } = await sendTo(ann, bob, 'first');
  const row = (who: string) =>
    `gen_random_uuid(), '${who}', 'crud ' || n, '', -n, now(), now() + interval '1 day'`;
  const numbers = (from: number) => `from generate_series(${from}, ${from + MANY - 1}) n`;
  const columns = '(uuid, author, message, terms, pos, created_at, expires_at)';
  await run(`insert into activities ${columns} select ${row(ann.sub)} ${numbers(1)}`);
  await run(`insert into activities ${columns} select ${row(bob.sub)} ${numbers(MANY + 1)}`);
  await run(`insert into likes (activity, person, created_at)
    select uuid, '${ann.sub}', now() from activities where author = '${bob.sub}'`);
  await run(`update activities set likes_count = 1 where author = '${bob.sub}'`);
  await run(`insert into notifications (uuid, recipient, activity, reason, actor, created_at)
    select gen_random_uuid(), '${bob.sub}', uuid, 'like', '${ann.sub}', now() from activities where author = '${bob.sub}'`);
  await run(`insert into operations (actor, operation_id, fingerprint, ref, at)
    select '${ann.sub}', 'operation-' || n, '', '', now() ${numbers(1)}`);
  await run(`insert into messages (uuid, message_group, pos, author, message, created_at)
    select gen_random_uuid(), '${group ?? ''}', n + 1, '${ann.sub}', 'message ' || n, now() ${numbers(1)}`);
  await run(`update message_groups set head = ${MANY + 1} where uuid = '${group ?? ''}'`);
  using tab = await connectSocket(app.url, { token: bob.accessToken });

  const deletion = ann.callOk('deleteAccount');
  for (let n = 0; n < 5; n += 1) await sendTo(bob, cy, `meanwhile ${n}`);
  expect(await deletion).toEqual({ deleted: true });
  expect(await findTablesWithPerson(app.store, ann.sub)).toEqual([]);
  expect(
    await run(`select count(*)::int as rows from messages where message_group = '${group ?? ''}'`),
  ).toEqual([{ rows: 0 }]);
  expect(
    await run(`select sum(likes_count)::int as likes from activities where author = '${bob.sub}'`),
  ).toEqual([{ likes: 0 }]);
  await tab.waitForEvent('messages.erased');
  const kinds = tab.applied.public.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'activity.deleted')).toHaveLength(EVENTS_MAX);
  const updates = tab.applied.public.filter((event) => event.kind === 'profile.updated');
  expect(updates).toMatchObject([{ data: { erased: true } }, { data: { erased: true } }]);
  // The second is past the last crud, so a read after it returns none.
  expect(kinds.lastIndexOf('profile.updated')).toBeGreaterThan(kinds.lastIndexOf('activity.deleted'));
});

/** An erasure on the application's store that fails after the given number of transactions. */
function createErasure(steps = Infinity) {
  const store = createStore(db, systemClock);
  const removed: string[] = [];
  const remove = (name: string) => Promise.resolve(void removed.push(name));
  let left = steps;
  const eraseAccount: EraseAccount = createEraseAccount({
    clock: systemClock,
    deliver: () => undefined,
    refreshCounts: () => undefined,
    uploads: createPendingUploads(db, systemClock, () => undefined),
    storage: { removeOriginal: remove, removeProcessed: remove },
    deleteProviderUser: (sub) => remove(`entry of ${sub}`),
    store: {
      finishBurns: () => store.finishBurns(),
      runChange: (actor, work) =>
        left-- > 0 ? store.runChange(actor, work) : Promise.reject(new Error('interrupted')),
    },
  });
  return { eraseAccount, removed };
}

async function createPersonWithTraces() {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const { uuid } = await postCrud(bob, 'x');
  await replyTo(ann, uuid);
  await like(ann, uuid);
  await sendTo(ann, bob);
  await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  return ann;
}

/** Removes what the pool and the uploads' background job remove. */
const LATER = ['avatar_uploads', 'pool_sessions', 'pool_users'];

it('an erasure interrupted at any step is finished without its caller', async () => {
  const inTwoMinutes = { now: () => new Date(Date.now() + 120_000) };
  const people = createPeopleReads(db);
  for (let steps = 0, whole = false; !whole; steps += 1) {
    expect(steps).toBeLessThan(50);
    const { sub } = await createPersonWithTraces();
    const cut = createErasure(steps);
    whole = await cut.eraseAccount(sub).then(
      () => true,
      () => false,
    );
    const rest = createErasure();
    await finishErasures({ clock: systemClock, people }, rest.eraseAccount);
    expect(rest.removed).toEqual([]);
    // Nothing has begun yet, so there is nothing to finish.
    if (steps === 0) continue;
    await finishErasures({ clock: inTwoMinutes, people }, rest.eraseAccount);
    expect((await findTablesWithPerson(app.store, sub)).sort()).toEqual(LATER);
    expect([...cut.removed, ...rest.removed]).toEqual(expect.arrayContaining([sub, `entry of ${sub}`]));
    expect(await people.findUnfinishedErasures(inTwoMinutes.now())).toEqual([]);
  }
});
