import { expect, it } from 'vitest';
import { like, postCrud, replyTo, sendTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createClient } from '../../support/clients.ts';
import { startLoopTime } from '../../support/loop-time.ts';
import { callPool, signIn, type TestPerson } from '../../support/people.ts';
import { readWholeHomeFeed } from '../../support/read-whole-home-feed.ts';
import { startRedis } from '../../support/services/redis.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const WITHIN_MS = 2000;
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

const one = disposeAfterAll(await startTestApp());
const other = disposeAfterAll(await startTestApp({ sharedStoreApp: one }));
const [ann, bob] = [await one.signUp(), await other.signUp()];

/** Continues the same user at each gateway in turn. */
const at = (person: TestPerson, n: number) => createClient((n % 2 ? other : one).url, person.accessToken);

it('[GATEWAY-1] each gateway delivers the other’s cruds, replies and messages within a second', async () => {
  using tab = await connectSocket(other.url, { token: bob.accessToken });
  const sinceStart = startLoopTime();
  const crud = await postCrud(ann, 'across');
  await tab.waitForEvent('activity.created', ({ data }) => data.uuid === crud.uuid);
  const params = { activity_uuid: crud.uuid };
  const reply = await replyTo(ann, params.activity_uuid, 're');
  await tab.waitForEvent('reply.created', ({ data }) => data.uuid === reply.uuid);
  const message = await sendTo(ann, bob, 'dm');
  await tab.waitForEvent('message.created', ({ data }) => data.uuid === message.uuid);
  expect(sinceStart()).toBeLessThan(1000);
});

it('[OP-4] 50 calls of one operation at both gateways get equal answers and create one row and one event', async () => {
  const body = { message: 'fifty times' };
  const post = (n: number) => at(ann, n).callOk('createActivity', { body, operation: 'fifty-at-once' });
  const answers = await Promise.all(times(50).map(post));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const uuid = answers[0]?.uuid ?? '';
  expect((await bob.callOk('homeFeed')).filter((crud) => crud.message === body.message)).toHaveLength(1);
  expect(await one.store.db.selectFrom('log').select('seq').where('ref', '=', uuid).execute()).toHaveLength(
    1,
  );
});

it('[OP-5] one of two operations with the same id is executed, the other is refused', async () => {
  const post = (n: number) =>
    at(ann, n).call('createActivity', {
      body: { message: `act ${n % 2}` },
      operation: 'two-acts-one-id',
    });
  const answers = await Promise.all(times(12).map(post));
  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 422);
  expect([made.length, refused.length]).toEqual([6, 6]);
  expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

it('[GATEWAY-1] each gateway publishes the other’s counts, presence and typing', async () => {
  using tab = await connectSocket(other.url, { token: bob.accessToken });
  const crud = await postCrud(ann, 'liked across');
  for (const handle of [bob.handle, (await one.signUp()).handle])
    await ann.callOk('sendMessage', { body: { handle, message: 'here' } });
  const groups = (await ann.callOk('messageGroups')).map(({ uuid }) => uuid);
  await like(ann, crud.uuid);
  using mine = await connectSocket(one.url, { token: ann.accessToken });
  for (const group of groups) {
    mine.rawSocket.emit('presence', { message_group_uuid: group });
    mine.rawSocket.emit('typing', { message_group_uuid: group });
  }
  await until(
    () => tab.frames.counts.some(({ activities }) => activities.some(({ uuid }) => uuid === crud.uuid)),
    {
      what: 'the like is counted',
    },
  );
  await until(() => tab.frames.presence.length > 0 && tab.frames.typing.length > 0, {
    what: 'Ann is present',
  });
  expect(tab.frames.presence.map(({ handle }) => handle)).toEqual([ann.handle]);
  expect(tab.frames.typing.map(({ handle }) => handle)).toEqual([ann.handle]);
});

it('[GATEWAY-4] with 32 concurrent writers, rows and events are in one order in the list and at both gateways', async () => {
  using here = await connectSocket(one.url, { token: ann.accessToken });
  using there = await connectSocket(other.url, { token: bob.accessToken });
  const write = async (n: number) => {
    for (const k of times(5)) await postCrud(at(n % 4 < 2 ? ann : bob, n), `${n}/${k}`);
  };
  await Promise.all(times(32).map(write));
  const tabs = [here, there];
  await until(() => tabs.every((tab) => tab.applied.public.length >= 160), { what: 'both have all events' });
  const order = (tab: typeof here) => tab.applied.public.map(({ seq, tag, kind }) => [seq, tag, kind]);
  expect(order(here)).toEqual(order(there));
  const uuids = here.applied.public.map((event) =>
    event.kind === 'activity.created' ? event.data.uuid : event.kind,
  );
  const list = [...(await readWholeHomeFeed(ann))].slice(0, 160);
  expect(uuids).toEqual(list.toReversed());
});

it('a deletion at one gateway ends sessions at the other within two seconds and blocks their writes at once', async () => {
  const [leaver, contact] = [await one.signUp(), await other.signUp()];
  const there = createClient(other.url, leaver.accessToken);
  const { uuid } = await postCrud(there, 'known here too');
  await sendTo(there, contact, 'and this');
  using tab = await connectSocket(other.url, { token: leaver.accessToken });
  using contactTab = await connectSocket(other.url, { token: contact.accessToken });
  await leaver.callOk('deleteAccount');
  const sinceDeletion = startLoopTime();
  const posted = await there.call('createActivity', { body: { message: 'still here?' } });
  expect([posted.status, posted.body]).toEqual([401, ['generic_401']]);
  await contactTab.waitForEvent('activity.deleted', ({ data }) => data.uuid === uuid);
  await contactTab.waitForEvent('messages.erased', ({ data }) => data.handle === leaver.handle);
  expect(sinceDeletion()).toBeLessThan(1000);
  expect(await tab.waitForEnd()).toBe('session_revoked');
  await until(async () => (await there.call('homeFeed')).status === 401, { what: 'the token is refused' });
  expect(sinceDeletion()).toBeLessThan(WITHIN_MS);
  expect((await contact.callOk('homeFeed')).map((crud) => crud.uuid)).not.toContain(uuid);
});

it('[SESSION-1, POOL-6] a global sign-out takes effect at every gateway within 2 s, with and without Redis', async () => {
  const redis = await startRedis();
  const env = { REDIS_URL: redis.url };
  await using first = await startTestApp({ env });
  await using second = await startTestApp({ env, sharedStoreApp: first });
  const person = await first.signUp();
  let token = person.accessToken;
  const status = async (url: string) => (await createClient(url, token).call('homeFeed')).status;
  const stopRedis = () => redis[Symbol.asyncDispose]();
  for (const before of [() => Promise.resolve(), stopRedis]) {
    await before();
    using tab = await connectSocket(second.url, { token });
    await callPool(first.url, 'GlobalSignOut', { AccessToken: token });
    const sinceSignOut = startLoopTime();
    expect(await tab.waitForEnd()).toBe('session_revoked');
    expect(sinceSignOut()).toBeLessThan(WITHIN_MS);
    expect([await status(first.url), await status(second.url)]).toEqual([401, 401]);
    token = (await signIn(second.url, person)).accessToken;
    expect([await status(first.url), await status(second.url)]).toEqual([200, 200]);
  }
});
