import { BLOCKS_MAX } from '@cruddur/shared';
import { expect, it } from 'vitest';
import {
  block,
  codesOf,
  countSignals,
  expectRefusal,
  markRead,
  postCrud,
  readMessages,
  replyTo,
  repost,
  sendSignals,
  sendTo,
  unblock,
} from '../../support/actions.ts';
import type { TestClient } from '../../support/clients.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { fillBlocks } from '../../support/fill-blocks.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const MARKER = 'zitronenbaum';
const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';

const app = disposeAfterAll(await startTestApp());
const [ann, bob] = [await app.signUp({ name: 'Ann Zitronenbaum' }), await app.signUp()];

const post = async (by: TestPerson, message: string) => (await postCrud(by, message)).uuid;
const reply = (by: TestPerson, to: string, operation: string = crypto.randomUUID()) => {
  const body = { activity_uuid: to, message: 'a reply' };
  return by.call('createReply', { params: { activity_uuid: to }, body, operation });
};
const postOf = (activity_uuid: string, { handle }: TestPerson, by = app.visitor) =>
  by.callOk('singlePost', { params: { handle, activity_uuid } });

/** Two new people with a conversation. */
async function createPair() {
  const [first, second] = [await app.signUp(), await app.signUp()];
  const { message_group_uuid: group = '' } = await sendTo(first, second);
  return { first, second, group };
}

it('[BLOCK-1] a block is listed for the blocker, repeated without effect and undone', async () => {
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  const state = { cognito_user_uuid: dan.sub, hidden: true, blocked: true };
  expect(await codesOf(block(eve, { sub: dan.sub.toUpperCase() }))).toEqual([200, state]);
  expect(await codesOf(block(eve, dan))).toEqual([200, state]);
  expect(await eve.callOk('blockedPeople')).toMatchObject([{ handle: dan.handle }]);
  expect(await dan.callOk('blockedPeople')).toEqual([]);
  expect(await eve.callOk('me')).toMatchObject({ hidden: [dan.sub], blocked: [dan.sub] });
  const dans = await dan.callOk('me');
  expect(dans.hidden).toEqual([eve.sub]);
  expect(dans.blocked).toBeUndefined();
  await block(dan, eve);
  expect(await codesOf(unblock(eve, dan))).toEqual([200, { ...state, blocked: false }]);
  const none = { cognito_user_uuid: eve.sub, hidden: false, blocked: false };
  expect(await codesOf(unblock(dan, eve))).toEqual([200, none]);
  expect((await unblock(dan, eve)).status).toBe(200);
  expect((await eve.callOk('me')).hidden).toBeUndefined();
});

it('[BLOCK-1] a block is refused for oneself, for unknown people and above the limit', async () => {
  const eve = await app.signUp();
  await expectRefusal(block(eve, eve), 403, 'generic_403');
  for (const sub of [UNKNOWN_UUID, 'unknown', '../users/me'])
    await expectRefusal(block(eve, { sub }), 404, 'user_not_found');
  await expectRefusal(unblock(eve, { sub: 'unknown' }), 404, 'user_not_found');
  await fillBlocks(app, eve.sub);
  await expectRefusal(block(eve, bob), 413, 'generic_413');
  expect(await eve.callOk('blockedPeople')).toHaveLength(BLOCKS_MAX);
});

it('[BLOCK-2] a block refuses messages in both directions, in old and new conversations, and keeps the history', async () => {
  const { first, second, group } = await createPair();
  const params = { message_group_uuid: group };
  const toGroup = { ...params, message: 'again' };
  const send = (by: TestPerson, body: object, operation: string = crypto.randomUUID()) =>
    by.call('sendMessage', { body, operation });
  expect((await send(first, toGroup, 'sent-before')).status).toBe(200);
  await block(second, first);
  // Twice, because the second one is checked before it joins a commit.
  for (const [by, { handle }] of [
    [first, second],
    [second, first],
    [first, second],
  ] as const) {
    for (const refused of [
      send(by, toGroup),
      send(by, { handle, message: 'hi' }),
      by.call('setMessageLifetime', { params, body: { lifetime: '1-hour' } }),
    ])
      await expectRefusal(refused, 403, 'message_not_allowed');
    expect(await by.callOk('messageGroups')).toMatchObject([{ uuid: group, read_uuid: null }]);
    expect(await readMessages(by, group)).toHaveLength(2);
  }
  expect((await send(first, toGroup, 'sent-before')).body).toMatchObject({ message: 'again' });
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  await block(eve, dan);
  await expectRefusal(send(dan, { handle: eve.handle, message: 'new' }), 403, 'message_not_allowed');
  expect(await dan.callOk('messageGroups')).toEqual([]);
  await unblock(second, first);
  expect((await send(first, toGroup)).status).toBe(200);
  const toNone = send(first, { message_group_uuid: 'none', message: 'x' });
  await expectRefusal(toNone, 404, 'message_group_not_found');
});

it('[BLOCK-3] a block refuses replies, likes and reposts in both directions, as of a crud that does not exist', async () => {
  const { first, second } = await createPair();
  const cruds = { first: await post(first, 'one'), second: await post(second, 'two') };
  const mark = (name: 'like' | 'repost', by: TestPerson, to: string) =>
    by.call(name, { params: { activity_uuid: to } });
  expect((await reply(first, cruds.second, 'replied-before')).status).toBe(200);
  expect((await mark('like', first, cruds.second)).status).toBe(200);
  await block(first, second);
  for (const [by, to] of [
    [first, cruds.second],
    [second, cruds.first],
    [second, cruds.first],
    [second, 'none'],
  ] as const)
    for (const refused of [reply(by, to), mark('like', by, to), mark('repost', by, to)])
      await expectRefusal(refused, 404, 'activity_not_found');
  expect((await reply(first, cruds.second, 'replied-before')).status).toBe(200);
  const { activity } = await postOf(cruds.second, second);
  expect(activity).toMatchObject({ likes_count: 1, replies_count: 1 });
  const unliked = await first.call('unlike', { params: { activity_uuid: cruds.second } });
  expect(unliked.body).toMatchObject({ liked: false, reposted: false });
});

it('[BLOCK-4] a block hides the cruds of each from the other everywhere but on public pages, and undoing it shows them', async () => {
  const crud = await post(ann, `${MARKER} #${MARKER} @${bob.handle}`);
  const bobs = await post(bob, 'a crud of Bob');
  await replyTo(ann, bobs);
  await repost(bob, crud);
  const readPublic = async (by: TestClient) => ({
    profile: (await by.callOk('profilePage', { params: ann })).activities,
    reposts: (await by.callOk('profilePage', { params: bob })).activities,
    replies: (await postOf(bobs, bob, by)).replies,
    post: (await by.call('singlePost', { params: { handle: ann.handle, activity_uuid: crud } })).body,
  });
  const read = async () => ({
    ...(await readPublic(bob)),
    home: await bob.callOk('homeFeed'),
    older: (await bob.send('GET', '/api/activities/home?limit=100')).body,
    notifications: await bob.callOk('notifications'),
    search: await bob.callOk('search', { query: { term: MARKER } }),
    hashtag: (await bob.callOk('search', { query: { term: `#${MARKER}` } })).activities,
    suggested: await bob.callOk('suggestedUsers'),
  });
  const namesWithAnn = (answers: object) =>
    Object.entries(answers).flatMap(([name, answer]) =>
      JSON.stringify(answer).includes(`"${ann.handle}"`) ? [name] : [],
    );
  const all = Object.keys(await read());
  expect(namesWithAnn(await read())).toEqual(all);
  const { unread } = await bob.callOk('me');
  expect(unread.notifications).toBeGreaterThan(0);
  await block(ann, bob);
  expect(namesWithAnn(await read())).toEqual([]);
  expect((await bob.callOk('me')).unread.notifications).toBe(0);
  const open = await readPublic(app.visitor);
  expect(namesWithAnn(open)).toEqual(Object.keys(open));
  const { profile } = await bob.callOk('profilePage', { params: ann });
  expect(profile.cruds_count).toBe(1);
  expect(JSON.stringify(await ann.callOk('homeFeed'))).not.toContain(bobs);
  await unblock(ann, bob);
  expect(namesWithAnn(await read())).toEqual(all);
  expect((await bob.callOk('me')).unread).toEqual(unread);
});

it('[BLOCK-4] a block hides cruds on further pages of the home feed', async () => {
  const { first, second } = await createPair();
  const hidden = await post(second, 'to be hidden');
  for (let n = 0; n < 3; n += 1) await post(bob, `later ${n}`);
  const list = async () => {
    const uuids: string[] = [];
    for (let query = '?limit=2'; query !== '';) {
      const { body, headers } = await first.send('GET', `/api/activities/home${query}`);
      uuids.push(...(body as { uuid: string }[]).map(({ uuid }) => uuid));
      query = /<[^?]*(\?[^>]*)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    return uuids;
  };
  expect(await list()).toContain(hidden);
  await block(second, first);
  const after = await list();
  expect(after).not.toContain(hidden);
  expect(new Set(after).size).toBe(after.length);
});

it('a block leaves a mention without a notification', async () => {
  const { first, second } = await createPair();
  await block(first, second);
  using tab = await connectSocket(app.url, { token: first.accessToken });
  await post(second, `hello @${first.handle}`);
  await post(bob, `hello @${first.handle}`);
  const { data } = await tab.waitForEvent('notification.created');
  expect(data.actor.handle).toBe(bob.handle);
  expect(await first.callOk('notifications')).toHaveLength(1);
  await unblock(first, second);
  expect(await first.callOk('notifications')).toHaveLength(1);
});

it('[BLOCK-6] a block reaches the tabs of both at once, and does not tell the blocked person who did it', async () => {
  const { first, second } = await createPair();
  await using other = await startTestApp({ sharedStoreApp: app });
  using own = await connectSocket(app.url, { token: first.accessToken });
  using there = await connectSocket(other.url, { token: second.accessToken });
  await block(first, second);
  const { data } = await own.waitForEvent('block.changed');
  expect(data).toEqual({ cognito_user_uuid: second.sub, hidden: true, blocked: true });
  const { data: seen } = await there.waitForEvent('block.changed');
  expect(seen).toEqual({ cognito_user_uuid: first.sub, hidden: true, blocked: false });
  await unblock(first, second);
  await there.waitForEvent('block.changed', (event) => !event.data.hidden);
});

it('[BLOCK-2] a block stops typing, presence and read marks between the two, and its end lets them through', async () => {
  const { first, second, group } = await createPair();
  using typist = await connectSocket(app.url, { token: second.accessToken });
  using reader = await connectSocket(app.url, { token: first.accessToken });
  const signal = async () => {
    await app.advance(20_000);
    await sendSignals(typist, group);
  };
  const received = () => countSignals(reader);
  await signal();
  await expect.poll(received).toBe(2);
  await block(first, second);
  await typist.waitForEvent('block.changed');
  const [message] = await readMessages(second, group);
  await markRead(second, group, message?.uuid ?? '');
  await signal();
  await typist.waitForEvent('read.updated');
  await unblock(first, second);
  await typist.waitForEvent('block.changed', (event) => !event.data.hidden);
  expect(received()).toBe(2);
  // An event without a body would say when the other member has read.
  expect(reader.applied.me.filter(({ kind }) => ['read.updated', 'void'].includes(kind))).toEqual([]);
  await signal();
  await expect.poll(received).toBe(4);
});

it('a block and writes at the same time leave nothing that was committed after the block', async () => {
  const { first, second, group } = await createPair();
  const crud = await post(first, 'contested');
  const write = (n: number) => {
    const body = { message_group_uuid: group, message: `m${n}` };
    return Promise.all([
      second.call('sendMessage', { body }),
      reply(second, crud),
      post(second, `@${first.handle} ${n}`),
    ]);
  };
  const before = Array.from({ length: 5 }, (_, n) => write(n));
  const blocked = block(first, second);
  const during = Array.from({ length: 5 }, (_, n) => write(5 + n));
  await blocked;
  const rows = async () => [
    (await readMessages(first, group)).length,
    (await postOf(crud, first)).replies.length,
  ];
  const atBlock = await rows();
  await Promise.all([...before, ...during]);
  for (let n = 0; n < 3; n += 1) {
    const [sent, replied] = await write(20 + n);
    expect([sent.status, replied.status]).toEqual([403, 404]);
  }
  expect(await rows()).toEqual(atBlock);
});

it('a block is erased with either account', async () => {
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  await block(eve, dan);
  await block(dan, ann);
  await dan.callOk('deleteAccount');
  const left = await app.store.db
    .selectFrom('blocks')
    .selectAll()
    .where((eb) => eb.or([eb('blocker', '=', dan.sub), eb('blocked', '=', dan.sub)]))
    .execute();
  expect(left).toEqual([]);
  expect(await eve.callOk('blockedPeople')).toEqual([]);
});
