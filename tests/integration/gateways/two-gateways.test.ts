import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

describe('two gateways on one PostgreSQL and one Redis', () => {
  let one: TestApp;
  let other: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    one = await startTestApp();
    other = await startTestApp({ sharedStoreApp: one });
    [ann, bob] = [await one.signUp(), await other.signUp()];
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
  });

  it('[GATEWAY-1] each gateway delivers the other’s cruds, replies and messages within a second', async () => {
    using tab = await connectSocket(other.url, { token: bob.accessToken });
    const started = performance.now();
    const crud = await ann.callOk('createActivity', { body: { message: 'across' } });
    await tab.waitForEvent('activity.created', ({ data }) => data.uuid === crud.uuid);
    const params = { activity_uuid: crud.uuid };
    const reply = await ann.callOk('createReply', { params, body: { ...params, message: 're' } });
    await tab.waitForEvent('reply.created', ({ data }) => data.uuid === reply.uuid);
    const message = await ann.callOk('sendMessage', { body: { handle: bob.handle, message: 'dm' } });
    await tab.waitForEvent('message.created', ({ data }) => data.uuid === message.uuid);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('[GATEWAY-2] an operation sent to both gateways is executed once', async () => {
    const there = createClient(other.url, ann.accessToken);
    const answers = await Promise.all(
      [ann, there, ann, there].map((client) =>
        client.callOk('createActivity', { body: { message: 'twice' }, operation: 'sent-to-both' }),
      ),
    );
    expect(new Set(answers.map(({ uuid }) => uuid)).size).toBe(1);
    const home = await bob.callOk('homeFeed');
    expect(home.filter(({ message }) => message === 'twice')).toHaveLength(1);
  });

  it('[GATEWAY-5] each gateway publishes the other’s counts, presence and typing', async () => {
    using tab = await connectSocket(other.url, { token: bob.accessToken });
    const crud = await ann.callOk('createActivity', { body: { message: 'liked across' } });
    for (const handle of [bob.handle, (await one.signUp()).handle])
      await ann.callOk('sendMessage', { body: { handle, message: 'here' } });
    const groups = (await ann.callOk('messageGroups')).map(({ uuid }) => uuid);
    await ann.callOk('like', { params: { activity_uuid: crud.uuid } });
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

  it('[GATEWAY-3] a session that ends at one gateway is ended at the other', async () => {
    const phone = await signIn(one.url, ann);
    using tab = await connectSocket(other.url, { token: phone.accessToken });
    await createClient(one.url, phone.accessToken).callOk('endSession', { body: {} });
    expect(await tab.waitForEnd()).toBe('session_revoked');
    expect((await createClient(other.url, phone.accessToken).call('homeFeed')).status).toBe(401);
  });

  it('[GATEWAY-4] events arrive in one order from both gateways', async () => {
    using here = await connectSocket(one.url, { token: ann.accessToken });
    using there = await connectSocket(other.url, { token: bob.accessToken });
    const write = (person: TestPerson, n: number) =>
      person.callOk('createActivity', { body: { message: `both ${n}` } });
    await Promise.all(Array.from({ length: 20 }, (_, n) => write(n % 2 ? ann : bob, n)));
    const last = await ann.callOk('createActivity', { body: { message: 'the last' } });
    for (const tab of [here, there])
      await tab.waitForEvent('activity.created', ({ data }) => data.uuid === last.uuid);
    const order = (tab: typeof here) => tab.applied.public.map(({ seq, tag, kind }) => [seq, tag, kind]);
    expect(order(here)).toEqual(order(there));
    expect(here.applied.public).toHaveLength(21);
  });
});
