import type { Counts } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import {
  burn,
  cursorsOfClosedTab,
  like,
  markRead,
  postCrud,
  replyTo,
  repost,
  sendTo,
  unlike,
} from '../../support/actions.ts';
import { openClientTab } from '../../support/client-tab.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const app = disposeAfterAll(await startTestApp());
const [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
const openTab = async ({ accessToken: token }: TestPerson) =>
  disposeAfterAll(await connectSocket(app.url, { token }));
const tabs = { ann: await openTab(ann), bob: await openTab(bob), eve: await openTab(eve) };

it('a visitor’s sync answer equals a member’s', async () => {
  await using app = await startTestApp();
  const ann = await app.signUp();
  const sync = async (client: { callOk: typeof ann.callOk }, after: string) =>
    (await client.callOk('sync', { query: { public: after } })).streams.public;
  const alike = async (after: string) => {
    const member = await sync(ann, after);
    // A visitor's answer may be a second old.
    await until(async () => JSON.stringify(await sync(app.visitor, after)) === JSON.stringify(member), {
      what: () => `both get the same answer after ${after}`,
    });
    return member;
  };
  const heads = ['0.0'];
  await alike('0.0');
  for (const message of ['one', 'two', 'three']) {
    await postCrud(ann, message);
    heads.push((await sync(ann, heads.at(-1) ?? ''))?.head ?? '');
  }
  for (const head of heads) expect(await alike(head)).toMatchObject({ more: false });
  for (const unknown of ['1.other', '99.x']) expect(await alike(unknown)).toMatchObject({ reset: true });
  const [newest] = await ann.callOk('homeFeed');
  await burn(ann, newest?.uuid ?? '');
  expect(JSON.stringify(await alike(heads[1] ?? ''))).not.toContain('three');
  expect((await app.visitor.send('GET', '/api/sync?me=0.0')).status).toBe(401);
});

it('[DELIVER-1] a crud, its reply, a changed name and a burning are delivered to every socket as they were answered', async () => {
  const crud = await postCrud(ann, 'live');
  const { liked: _liked, reposted: _reposted, ...open } = crud;
  for (const tab of Object.values(tabs)) {
    const created = await tab.waitForEvent('activity.created', ({ data }) => data.uuid === crud.uuid);
    expect(created.data).toEqual(open);
  }
  const reply = await replyTo(bob, crud.uuid);
  await ann.callOk('updateProfile', { body: { display_name: 'Ann Again', bio: '' } });
  await burn(ann, crud.uuid);
  for (const tab of Object.values(tabs)) {
    await tab.waitForEvent('reply.created', ({ data }) => data.uuid === reply.uuid);
    await tab.waitForEvent('profile.updated', ({ data }) => data.display_name === 'Ann Again');
    await tab.waitForEvent('activity.deleted', ({ data }) => data.uuid === crud.uuid);
  }
});

it('[DELIVER-2] a message is delivered to its two members and no other user', async () => {
  const sent = await sendTo(ann, bob, 'between us');
  for (const tab of [tabs.ann, tabs.bob]) {
    const { data } = await tab.waitForEvent('message.created', (event) => event.data.uuid === sent.uuid);
    expect(data).toEqual(sent);
  }
  await postCrud(bob, 'afterwards');
  await tabs.eve.waitForEvent('activity.created', ({ data }) => data.message === 'afterwards');
  expect(JSON.stringify([tabs.eve.applied, tabs.eve.frames])).not.toContain('between us');
});

it('the author receives likes, and the liker’s other tabs receive their own mark', async () => {
  const { uuid } = await postCrud(ann, 'like me');
  await like(bob, uuid);
  const { data } = await tabs.ann.waitForEvent('notification.created', (event) => event.data.uuid === uuid);
  const actor = { handle: bob.handle };
  expect(data).toMatchObject({ reason: 'like', likes_count: 1, unread: true, actor });
  const marked = await tabs.bob.waitForEvent('activity.mine', (event) => event.data.uuid === uuid);
  expect(marked.data).toEqual({ uuid, liked: true, reposted: false });
});

it('[MSG-8] both members receive the read mark of a conversation', async () => {
  const sent = await sendTo(eve, bob, 'read me');
  const { message_group_uuid = '', uuid: read_uuid } = sent;
  await markRead(bob, message_group_uuid, read_uuid);
  const mark = { message_group_uuid, reader: bob.handle, read_uuid, unread: 0 };
  for (const tab of [tabs.eve, tabs.bob]) expect((await tab.waitForEvent('read.updated')).data).toEqual(mark);
});

it('[STREAM-12] a client that was offline receives the missed events, in order and once each', async () => {
  const cursors = await cursorsOfClosedTab(bob);
  const made: string[] = [];
  for (let n = 0; n < 12; n += 1) made.push((await postCrud(ann, `missed ${n}`)).uuid);
  using back = await connectSocket(app.url, { token: bob.accessToken, cursors });
  await until(() => back.applied.public.length >= 12, { what: 'every missed event is received' });
  const uuids = back.applied.public.map((event) => event.kind === 'activity.created' && event.data.uuid);
  expect(uuids).toEqual(made);
  expect(back.frames.ready[0]?.mode).toBe('resume');
});

it('[STREAM-13] a cursor of another history resets the client to the heads', async () => {
  const cursors = { public: '3.doctored', me: '0.0' };
  using socket = await connectSocket(app.url, { token: ann.accessToken, cursors });
  expect(socket.frames.ready[0]?.mode).toBe('reset');
});

it('[COUNTS-4] likes, reposts, replies and burned replies are sent as counts to every socket', async () => {
  const { uuid } = await postCrud(ann, 'counted');
  const counts = () =>
    tabs.ann.frames.counts.flatMap(({ activities }) => activities).filter((one) => one.uuid === uuid);
  const waitForCounts = (expected: Partial<Counts>) =>
    expect.poll(() => counts().at(-1)).toMatchObject(expected);

  await like(bob, uuid);
  await waitForCounts({ likes_count: 1, reposts_count: 0, replies_count: 0 });
  await unlike(bob, uuid);
  await repost(bob, uuid);
  await waitForCounts({ likes_count: 0, reposts_count: 1 });
  const reply = await replyTo(bob, uuid);
  await waitForCounts({ replies_count: 1 });
  await burn(bob, reply.uuid);
  await waitForCounts({ reposts_count: 1, replies_count: 0, likes_count: 0 });
  const versions = counts().map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
});

it('burning a thread is one event that names the replies with replies, live and from the log', async () => {
  const { public: start } = await cursorsOfClosedTab(bob);
  const { uuid } = await postCrud(ann, 'top');
  const { uuid: branch } = await replyTo(bob, uuid);
  const { uuid: leaf } = await replyTo(ann, branch);
  await replyTo(bob, uuid);
  await burn(ann, uuid);
  const { data } = await tabs.bob.waitForEvent('activity.deleted', (event) => event.data.uuid === uuid);
  expect(data).toEqual({ uuid, nested: [branch] });
  await purgeExpired(app.store.db, new Date());
  const { streams } = await bob.callOk('sync', { query: { public: start } });
  const voids = Array.from({ length: 4 }, () => ({ kind: 'void' }));
  expect(streams.public).toMatchObject({ events: [...voids, { kind: 'activity.deleted', data }] });
  for (const gone of [uuid, branch, leaf]) {
    const params = { handle: ann.handle, activity_uuid: gone };
    expect((await bob.call('singlePost', { params })).status).toBe(410);
  }
});

it('a tab whose socket is refused as too_many shows new cruds by polling, and opens a socket when one is free', async () => {
  await using full = await startTestApp({ env: { MAX_SOCKETS_PER_ADDRESS: '1' }, sharedStoreApp: app });
  const [writer, reader] = [await full.signUp(), await full.signUp()];
  using holder = await connectSocket(full.url, { token: writer.accessToken });
  using tab = openClientTab(full.url, reader);
  const states = () => tab.states.map(({ status }) => status);
  await until(() => states().includes('polling'), { what: 'the refused tab polls' });
  const first = await postCrud(writer, 'to a refused tab');
  await until(() => tab.shown.includes(first.uuid), { what: 'the refused tab shows the crud' });
  expect(states()).not.toContain('live');

  holder.rawSocket.disconnect();
  const isReady = () => {
    tab.checkConnection();
    return states().includes('live');
  };
  await until(isReady, { what: 'the tab has a socket' });
  const second = await postCrud(writer, 'over the socket');
  await until(() => tab.shown.includes(second.uuid), { what: 'the tab shows the next crud' });
  expect(tab.shown).toEqual([first.uuid, second.uuid]);
  expect(states().at(-1)).toBe('live');
});
