import { NOTIFICATION_GROUPING_MS, parseStreamCursors, formatCursor } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

describe('notifications and marks', () => {
  let app: TestApp;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    bob = await app.signUp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const crudOf = async (author: TestPerson, message = 'a crud') =>
    (await author.callOk('createActivity', { body: { message } })).uuid;

  it('[NOTE-1] a reply, a mention, a like and a repost create notifications, newest first and unread', async () => {
    const ann = await app.signUp();
    const uuid = await crudOf(ann);
    const params = { activity_uuid: uuid };
    const reply = await bob.callOk('createReply', { params, body: { activity_uuid: uuid, message: 're' } });
    const mention = await crudOf(bob, `hey @${ann.handle.toUpperCase()}, look`);
    await bob.callOk('like', { params });
    await bob.callOk('repost', { params });
    const list = await ann.callOk('notifications');
    expect(list.map((one) => [one.reason, one.uuid, one.actor.handle, one.unread])).toEqual([
      ['repost', uuid, bob.handle, true],
      ['like', uuid, bob.handle, true],
      ['mention', mention, bob.handle, true],
      ['reply', reply.uuid, bob.handle, true],
    ]);
    expect((await ann.callOk('me')).unread.notifications).toBe(4);
  });

  it('[NOTE-2] a user gets no notification for their own actions, and none twice for the same action', async () => {
    const ann = await app.signUp();
    const uuid = await crudOf(ann, `me, @${ann.handle}`);
    const params = { activity_uuid: uuid };
    await ann.callOk('like', { params });
    const text = `@${ann.handle} @${ann.handle}`;
    await bob.callOk('createReply', { params, body: { activity_uuid: uuid, message: text } });
    await bob.callOk('like', { params });
    await bob.callOk('like', { params });
    expect((await ann.callOk('notifications')).map(({ reason }) => reason)).toEqual(['like', 'reply']);
  });

  it('[NOTE-3] at most ten mentioned users are notified', async () => {
    const crowd: TestPerson[] = [];
    for (let n = 0; n < 11; n += 1) crowd.push(await app.signUp());
    await crudOf(bob, crowd.map(({ handle }) => `@${handle}`).join(' '));
    const notified = await Promise.all(crowd.map(async (one) => (await one.callOk('notifications')).length));
    expect(notified).toEqual([...Array<number>(10).fill(1), 0]);
  });

  it('[NOTE-4] marking as read up to a cursor leaves later notifications unread', async () => {
    const ann = await app.signUp();
    const params = { activity_uuid: await crudOf(ann) };
    await bob.callOk('like', { params });
    const page = await ann.call('notifications');
    await bob.callOk('repost', { params });
    const before = formatCursor(parseStreamCursors(page.headers.get('x-cursor'))?.me ?? { seq: 0, tag: '0' });
    expect(await ann.callOk('markNotificationsRead', { body: { before } })).toEqual({ unread: 1 });
    expect((await ann.callOk('notifications')).map(({ unread }) => unread)).toEqual([true, false]);
    expect(await ann.callOk('markNotificationsRead', { body: { before: '0.0' } })).toEqual({ unread: 1 });
  });

  it.each([undefined, '', 'x', '1', '999999.abc'])('[NOTE-5] the cursor %j is refused', async (before) => {
    const answer = await bob.send('PUT', '/api/activities/notifications/read', { body: { before } });
    expect([answer.status, answer.body]).toEqual([422, ['cursor_invalid']]);
  });

  it('[NOTE-6] likes of one crud within ten seconds are one notification with their number, and so are reposts', async () => {
    const [ann, cy, dan] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const params = { activity_uuid: await crudOf(ann) };
    const notified = async () =>
      (await ann.callOk('notifications')).map(({ reason, actor, others }) => [reason, actor.handle, others]);
    await bob.callOk('like', { params });
    await bob.callOk('repost', { params });
    expect(await notified()).toEqual([
      ['repost', bob.handle, undefined],
      ['like', bob.handle, undefined],
    ]);
    for (const one of [cy, dan]) await one.callOk('like', { params });
    await cy.callOk('repost', { params });
    await dan.callOk('unlike', { params });
    expect(await notified()).toEqual([
      ['repost', bob.handle, 1],
      ['like', bob.handle, 1],
    ]);
    expect((await ann.callOk('me')).unread.notifications).toBe(2);
    await app.advance(NOTIFICATION_GROUPING_MS + 1000);
    await dan.callOk('like', { params });
    expect((await notified())[0]).toEqual(['like', dan.handle, undefined]);
    expect(await notified()).toHaveLength(3);
  });

  it('[NOTE-9] a notification has the time of its action', async () => {
    const ann = await app.signUp();
    const params = { activity_uuid: await crudOf(ann) };
    await app.advance(60_000);
    await bob.callOk('like', { params });
    const [like] = await ann.callOk('notifications');
    const age = Date.parse(like?.notified_at ?? '') - Date.parse(like?.created_at ?? '');
    expect(age).toBeGreaterThanOrEqual(60_000);
  });

  it('[MARK-1] likes and reposts toggle, count once per user, and repeating one changes nothing', async () => {
    const ann = await app.signUp();
    const params = { activity_uuid: await crudOf(ann) };
    const uuid = params.activity_uuid;
    for (let n = 0; n < 2; n += 1) {
      const marks = await bob.callOk('like', { params });
      expect(marks).toEqual({ uuid, liked: true, reposted: false, likes_count: 1, reposts_count: 0 });
    }
    expect(await ann.callOk('repost', { params })).toMatchObject({
      liked: false,
      reposted: true,
      likes_count: 1,
    });
    for (let n = 0; n < 2; n += 1)
      expect(await bob.callOk('unlike', { params })).toMatchObject({ likes_count: 0 });
    expect((await ann.callOk('notifications')).map(({ reason }) => reason)).toEqual([]);
  });

  it('[MARK-2] of many simultaneous likes, each is counted', async () => {
    const ann = await app.signUp();
    const params = { activity_uuid: await crudOf(ann) };
    const crowd: TestPerson[] = [];
    for (let n = 0; n < 6; n += 1) crowd.push(await app.signUp());
    await Promise.all(
      crowd.flatMap((one) => [one.callOk('like', { params }), one.callOk('like', { params })]),
    );
    const post = await app.visitor.callOk('singlePost', { params: { handle: ann.handle, ...params } });
    expect(post.activity.likes_count).toBe(6);
  });

  it('[MARK-3] a repost appears on the reposter’s profile, and home shows each crud once', async () => {
    const ann = await app.signUp();
    const params = { activity_uuid: await crudOf(ann) };
    await bob.callOk('repost', { params });
    const [first] = (await app.visitor.callOk('profilePage', { params: bob })).activities;
    expect(first).toMatchObject({ uuid: params.activity_uuid, handle: ann.handle });
    expect(first?.reposted_by).toMatchObject({ handle: bob.handle, cognito_user_uuid: bob.sub });
    const home = await bob.callOk('homeFeed');
    expect(home.filter(({ uuid }) => uuid === params.activity_uuid)).toHaveLength(1);
  });

  it('[MARK-4] only the author can burn a crud, and its replies are deleted with it', async () => {
    const ann = await app.signUp();
    const uuid = await crudOf(ann);
    const params = { activity_uuid: uuid };
    const reply = await bob.callOk('createReply', { params, body: { activity_uuid: uuid, message: 're' } });
    const refused = await bob.call('burnActivity', { params });
    expect([refused.status, refused.body]).toEqual([403, ['generic_403']]);
    expect(await ann.callOk('burnActivity', { params })).toEqual({ uuid });
    for (const [handle, activity_uuid] of [
      [ann.handle, uuid],
      [bob.handle, reply.uuid],
    ] as const) {
      const page = await app.visitor.call('singlePost', { params: { handle, activity_uuid } });
      expect([page.status, page.body]).toEqual([410, ['activity_expired']]);
    }
    expect(await ann.callOk('notifications')).toEqual([]);
  });
});
