import { BLOCKS_MAX } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillBlocks } from '../../support/fill-blocks.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const MARKER = 'zitronenbaum';
const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';
const REFUSED = [403, ['message_not_allowed']];
const MISSING = [404, ['activity_not_found']];

describe('a block', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp({ name: 'Ann Zitronenbaum' }), await app.signUp()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const block = (by: TestPerson, { sub }: { sub: string }) =>
    by.call('blockPerson', { params: { cognito_user_uuid: sub } });
  const unblock = (by: TestPerson, { sub }: { sub: string }) =>
    by.call('unblockPerson', { params: { cognito_user_uuid: sub } });
  const post = async (by: TestPerson, message: string) =>
    (await by.callOk('createActivity', { body: { message } })).uuid;
  const reply = (by: TestPerson, to: string, operation?: string) =>
    by.call('createReply', {
      params: { activity_uuid: to },
      body: { activity_uuid: to, message: 'a reply' },
      ...(operation !== undefined && { operation }),
    });
  const codesOf = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, body];
  };
  /** Two new people with a conversation. */
  async function createPair() {
    const [first, second] = [await app.signUp(), await app.signUp()];
    const sent = await first.callOk('sendMessage', { body: { handle: second.handle, message: 'hello' } });
    return { first, second, group: sent.message_group_uuid ?? '' };
  }

  it('[BLOCK-1] is listed for the blocker, repeated without effect and undone', async () => {
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
    expect(await codesOf(unblock(dan, eve))).toEqual([
      200,
      { cognito_user_uuid: eve.sub, hidden: false, blocked: false },
    ]);
    expect((await unblock(dan, eve)).status).toBe(200);
    expect((await eve.callOk('me')).hidden).toBeUndefined();
  });

  it('[BLOCK-1] is refused for oneself, for unknown people and above the limit', async () => {
    const eve = await app.signUp();
    expect(await codesOf(block(eve, eve))).toEqual([403, ['generic_403']]);
    for (const sub of [UNKNOWN_UUID, 'unknown', '../users/me'])
      expect(await codesOf(block(eve, { sub }))).toEqual([404, ['user_not_found']]);
    expect(await codesOf(unblock(eve, { sub: 'unknown' }))).toEqual([404, ['user_not_found']]);
    await fillBlocks(app, eve.sub);
    expect(await codesOf(block(eve, bob))).toEqual([413, ['generic_413']]);
    expect(await eve.callOk('blockedPeople')).toHaveLength(BLOCKS_MAX);
  });

  it('[BLOCK-2] refuses messages in both directions, in old and new conversations, and keeps the history', async () => {
    const { first, second, group } = await createPair();
    const toGroup = { message_group_uuid: group, message: 'again' };
    const send = (by: TestPerson, body: object, operation?: string) =>
      codesOf(by.call('sendMessage', { body, ...(operation !== undefined && { operation }) }));
    expect(await send(first, toGroup, 'sent-before')).toMatchObject([200, { message: 'again' }]);
    await block(second, first);
    // Twice, because the second one is checked before it joins a commit.
    for (const [by, other] of [
      [first, second],
      [second, first],
      [first, second],
    ] as const) {
      expect(await send(by, toGroup)).toEqual(REFUSED);
      expect(await send(by, { handle: other.handle, message: 'hi' })).toEqual(REFUSED);
      const params = { message_group_uuid: group };
      expect(await codesOf(by.call('setMessageLifetime', { params, body: { lifetime: '1-hour' } }))).toEqual(
        REFUSED,
      );
      expect(await by.callOk('messageGroups')).toMatchObject([{ uuid: group, read_uuid: null }]);
      expect(await by.callOk('messages', { params })).toHaveLength(2);
    }
    expect(await send(first, toGroup, 'sent-before')).toMatchObject([200, { message: 'again' }]);
    const [eve, dan] = [await app.signUp(), await app.signUp()];
    await block(eve, dan);
    expect(await send(dan, { handle: eve.handle, message: 'new' })).toEqual(REFUSED);
    expect(await dan.callOk('messageGroups')).toEqual([]);
    await unblock(second, first);
    expect((await send(first, toGroup))[0]).toBe(200);
    expect((await send(first, { message_group_uuid: 'none', message: 'x' }))[1]).toEqual([
      'message_group_not_found',
    ]);
  });

  it('[BLOCK-3] refuses replies, likes and reposts in both directions, as of a crud that does not exist', async () => {
    const { first, second } = await createPair();
    const cruds = { first: await post(first, 'one'), second: await post(second, 'two') };
    expect((await reply(first, cruds.second, 'replied-before')).status).toBe(200);
    const like = (by: TestPerson, to: string) => by.call('like', { params: { activity_uuid: to } });
    expect((await like(first, cruds.second)).status).toBe(200);
    await block(first, second);
    for (const [by, to] of [
      [first, cruds.second],
      [second, cruds.first],
      [second, cruds.first],
    ] as const) {
      const params = { activity_uuid: to };
      expect(await codesOf(reply(by, to))).toEqual(MISSING);
      expect(await codesOf(like(by, to))).toEqual(MISSING);
      expect(await codesOf(by.call('repost', { params }))).toEqual(MISSING);
    }
    expect((await reply(first, cruds.second, 'replied-before')).status).toBe(200);
    expect(await codesOf(like(second, 'none'))).toEqual(MISSING);
    const { likes_count, replies_count } = (
      await app.visitor.callOk('singlePost', {
        params: { handle: second.handle, activity_uuid: cruds.second },
      })
    ).activity;
    expect([likes_count, replies_count]).toEqual([1, 1]);
    const unliked = await first.call('unlike', { params: { activity_uuid: cruds.second } });
    expect(unliked.body).toMatchObject({ liked: false, reposted: false });
  });

  it('[BLOCK-4] hides the cruds of each from the other everywhere but on public pages, and undoing it shows them', async () => {
    const crud = await post(ann, `${MARKER} #${MARKER} @${bob.handle}`);
    const bobs = await post(bob, 'a crud of Bob');
    await reply(ann, bobs);
    await bob.callOk('repost', { params: { activity_uuid: crud } });
    const read = async (by: TestPerson | null) => ({
      home: by && (await by.callOk('homeFeed')),
      older: by && (await by.send('GET', '/api/activities/home?limit=100')).body,
      profile: (await (by ?? app.visitor).callOk('profilePage', { params: ann })).activities,
      reposts: (await (by ?? app.visitor).callOk('profilePage', { params: bob })).activities,
      replies: (
        await (by ?? app.visitor).callOk('singlePost', {
          params: { handle: bob.handle, activity_uuid: bobs },
        })
      ).replies,
      post: (
        await (by ?? app.visitor).call('singlePost', { params: { handle: ann.handle, activity_uuid: crud } })
      ).body,
      notifications: by && (await by.callOk('notifications')),
      search: by && (await by.callOk('search', { query: { term: MARKER } })),
      hashtag: by && (await by.callOk('search', { query: { term: `#${MARKER}` } })).activities,
      suggested: by && (await by.callOk('suggestedUsers')),
    });
    const shown = async (by: TestPerson | null) =>
      Object.entries(await read(by)).flatMap(([name, answer]) =>
        JSON.stringify(answer).includes(`"${ann.handle}"`) ? [name] : [],
      );
    const all = Object.keys(await read(bob));
    expect(await shown(bob)).toEqual(all);
    const { unread } = await bob.callOk('me');
    expect(unread.notifications).toBeGreaterThan(0);
    await block(ann, bob);
    expect(await shown(bob)).toEqual([]);
    expect((await bob.callOk('me')).unread.notifications).toBe(0);
    expect(await shown(null)).toEqual(['profile', 'reposts', 'replies', 'post']);
    const { profile } = await bob.callOk('profilePage', { params: ann });
    expect(profile.cruds_count).toBe(1);
    const anns = JSON.stringify(await ann.callOk('homeFeed'));
    expect(anns).not.toContain(bobs);
    await unblock(ann, bob);
    expect(await shown(bob)).toEqual(all);
    expect((await bob.callOk('me')).unread).toEqual(unread);
  });

  it('[BLOCK-4] hides cruds on further pages of the home feed', async () => {
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

  it('[BLOCK-5] leaves a mention without a notification', async () => {
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

  it('[BLOCK-6] reaches the tabs of both at once, and does not tell the blocked person who did it', async () => {
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

  it('[BLOCK-7] stops typing, presence and read marks between the two, and its end lets them through', async () => {
    const { first, second, group } = await createPair();
    using typist = await connectSocket(app.url, { token: second.accessToken });
    using reader = await connectSocket(app.url, { token: first.accessToken });
    const signal = async () => {
      await app.advance(20_000);
      typist.rawSocket.emit('typing', { message_group_uuid: group });
      typist.rawSocket.emit('presence', { message_group_uuid: group });
      // The signals of one socket are handled in order, and a later event follows them.
      await typist.rawSocket.emitWithAck('sync', { stream: 'me', after: typist.cursors().me });
    };
    const received = () => reader.frames.typing.length + reader.frames.presence.length;
    await signal();
    await expect.poll(received).toBe(2);
    await block(first, second);
    await typist.waitForEvent('block.changed');
    const [message] = await second.callOk('messages', { params: { message_group_uuid: group } });
    await second.callOk('markMessagesRead', {
      params: { message_group_uuid: group },
      body: { uuid: message?.uuid ?? '' },
    });
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

  it('[BLOCK-8] and writes at the same time leave nothing that was committed after the block', async () => {
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
    const rows = async () => ({
      messages: (await first.callOk('messages', { params: { message_group_uuid: group } })).length,
      replies: (
        await app.visitor.callOk('singlePost', { params: { handle: first.handle, activity_uuid: crud } })
      ).replies.length,
    });
    const atBlock = await rows();
    await Promise.all([...before, ...during]);
    for (let n = 0; n < 3; n += 1) {
      const [sent, replied] = await write(20 + n);
      expect([sent.status, replied.status]).toEqual([403, 404]);
    }
    expect(await rows()).toEqual(atBlock);
  });

  it('[BLOCK-9] is erased with either account', async () => {
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
});
