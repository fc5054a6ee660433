import {
  NOTIFICATION_GROUPING_MS,
  parseStreamCursors,
  formatCursor,
  type WireCursors,
} from '@cruddur/shared';
import { expect, it } from 'vitest';
import {
  burn,
  cursorsOfClosedTab,
  expectRefusal,
  like,
  postCrud,
  replyTo,
  repost,
  unlike,
} from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { startTestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

const app = disposeAfterAll(await startTestApp());
const [bob, cy, dan] = [await app.signUp(), await app.signUp(), await app.signUp()];
const crowd = [bob, cy, dan];
while (crowd.length < 11) crowd.push(await app.signUp());

const crudOf = async (author: TestPerson, message = 'a crud') => (await postCrud(author, message)).uuid;

it('[NOTE-1] a reply, a mention, a like and a repost create notifications, newest first and unread', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  const reply = await replyTo(bob, uuid);
  const mention = await crudOf(bob, `hey @${ann.handle.toUpperCase()}, look`);
  await like(bob, uuid);
  await repost(bob, uuid);
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
  await like(ann, uuid);
  await replyTo(bob, uuid, `@${ann.handle} @${ann.handle}`);
  await like(bob, uuid);
  await like(bob, uuid);
  expect((await ann.callOk('notifications')).map(({ reason }) => reason)).toEqual(['like', 'reply']);
});

it('[NOTE-3] at most ten mentioned users are notified', async () => {
  const countOfEach = () => Promise.all(crowd.map(async (one) => (await one.callOk('notifications')).length));
  const before = await countOfEach();
  await crudOf(await app.signUp(), crowd.map(({ handle }) => `@${handle}`).join(' '));
  expect(await countOfEach()).toEqual(before.map((count, n) => (n < 10 ? count + 1 : count)));
});

it('[NOTE-4] marking as read up to a cursor leaves later notifications unread', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  await like(bob, uuid);
  const page = await ann.call('notifications');
  await repost(bob, uuid);
  const before = formatCursor(parseStreamCursors(page.headers.get('x-cursor'))?.me ?? { seq: 0, tag: '0' });
  expect(await ann.callOk('markNotificationsRead', { body: { before } })).toEqual({ unread: 1 });
  expect((await ann.callOk('notifications')).map(({ unread }) => unread)).toEqual([true, false]);
  expect(await ann.callOk('markNotificationsRead', { body: { before: '0.0' } })).toEqual({ unread: 1 });
});

it('[NOTE-4] a cursor that is malformed or ahead of the stream is refused', async () => {
  for (const before of [undefined, '', 'x', '1', '999999.abc']) {
    const marking = bob.send('PUT', '/api/activities/notifications/read', { body: { before } });
    await expectRefusal(marking, 422, 'cursor_invalid');
  }
});

it('[NOTE-6] likes of one crud within ten seconds are one notification with their number, and so are reposts', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  const notified = async () =>
    (await ann.callOk('notifications')).map(({ reason, actor, others }) => [reason, actor.handle, others]);
  await like(bob, uuid);
  await repost(bob, uuid);
  expect(await notified()).toEqual([
    ['repost', bob.handle, undefined],
    ['like', bob.handle, undefined],
  ]);
  for (const one of [cy, dan]) await like(one, uuid);
  await repost(cy, uuid);
  await unlike(dan, uuid);
  expect(await notified()).toEqual([
    ['repost', bob.handle, 1],
    ['like', bob.handle, 1],
  ]);
  expect((await ann.callOk('me')).unread.notifications).toBe(2);
  await app.advance(NOTIFICATION_GROUPING_MS + 1000);
  await like(dan, uuid);
  expect((await notified())[0]).toEqual(['like', dan.handle, undefined]);
  expect(await notified()).toHaveLength(3);
});

it('a notification has the time of its action', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  await app.advance(60_000);
  await like(bob, uuid);
  const [shown] = await ann.callOk('notifications');
  const age = Date.parse(shown?.notified_at ?? '') - Date.parse(shown?.created_at ?? '');
  expect(age).toBeGreaterThanOrEqual(60_000);
});

it('the unread count falls with its cause, and the tabs are told: a burn, also of what is above, and a mark that is taken back', async () => {
  const [ann, eve] = [await app.signUp(), await app.signUp()];
  const own = await crudOf(ann);
  const mention = await crudOf(bob, `hey @${ann.handle}`);
  const thread = await crudOf(cy);
  const reply = await replyTo(bob, thread, `@${ann.handle} @${eve.handle} look`);
  await replyTo(ann, reply.uuid);
  await replyTo(dan, own, 'nothing for eve');
  await like(bob, own);
  await repost(cy, own);
  const causes = [
    () => burn(bob, mention),
    () => burn(cy, thread),
    () => unlike(bob, own),
    () => cy.callOk('unrepost', { params: { activity_uuid: own } }),
    () => burn(ann, own),
  ];
  let unread = 5;
  expect((await ann.callOk('me')).unread.notifications).toBe(unread);
  const start = await cursorsOfClosedTab(ann);
  for (const end of causes) {
    await end();
    unread -= 1;
    expect((await ann.callOk('me')).unread.notifications).toBe(unread);
  }
  const toldBy = async (by: TestPerson, after: WireCursors) => {
    const { me } = (await by.callOk('sync', { query: { ...after } })).streams;
    return me && 'events' in me ? me.events.filter(({ kind }) => kind === 'notifications.read') : [];
  };
  expect(await toldBy(ann, start)).toHaveLength(causes.length);
  expect(await toldBy(eve, { public: start.public, me: '0.0' })).toMatchObject([{ data: { unread: 0 } }]);
});

it('nothing by an erased person is counted, and the first end of what is unread is told', async () => {
  const [ann, eve] = [await app.signUp(), await app.signUp()];
  const own = await crudOf(ann);
  await like(eve, own);
  const hour = await postCrud(bob, `soon, @${ann.handle}`, '1-hour');
  const { unread } = await ann.callOk('me');
  expect(unread).toMatchObject({ notifications: 2, notifications_until: hour.expires_at });
  await eve.callOk('deleteAccount');
  expect((await ann.callOk('me')).unread.notifications).toBe(1);
  await app.advance(3_600_001);
  expect((await ann.callOk('me')).unread).toEqual({ notifications: 0, messages: 0 });
});

it('[MARK-1] likes and reposts toggle, count once per user, and repeating one changes nothing', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  for (let n = 0; n < 2; n += 1) {
    const marks = { uuid, liked: true, reposted: false, likes_count: 1, reposts_count: 0 };
    expect(await like(bob, uuid)).toEqual(marks);
  }
  expect(await repost(ann, uuid)).toMatchObject({ liked: false, reposted: true, likes_count: 1 });
  for (let n = 0; n < 2; n += 1) expect(await unlike(bob, uuid)).toMatchObject({ likes_count: 0 });
  expect(await ann.callOk('notifications')).toEqual([]);
});

it('[MARK-1] of many simultaneous likes, each is counted', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  await Promise.all(crowd.flatMap((one) => [like(one, uuid), like(one, uuid)]));
  const params = { handle: ann.handle, activity_uuid: uuid };
  const { activity } = await app.visitor.callOk('singlePost', { params });
  expect(activity.likes_count).toBe(crowd.length);
});

it('[MARK-3] a repost appears on the reposter’s profile, and home shows each crud once', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  await repost(bob, uuid);
  const [first] = (await app.visitor.callOk('profilePage', { params: bob })).activities;
  expect(first).toMatchObject({ uuid, handle: ann.handle });
  expect(first?.reposted_by).toMatchObject({ handle: bob.handle, cognito_user_uuid: bob.sub });
  const home = await bob.callOk('homeFeed');
  expect(home.filter((crud) => crud.uuid === uuid)).toHaveLength(1);
});

it('[MARK-4] only the author can burn a crud, and its replies are deleted with it', async () => {
  const ann = await app.signUp();
  const uuid = await crudOf(ann);
  const reply = await replyTo(bob, uuid);
  const byBob = bob.call('burnActivity', { params: { activity_uuid: uuid } });
  await expectRefusal(byBob, 403, 'generic_403');
  expect(await burn(ann, uuid)).toEqual({ uuid });
  for (const [handle, activity_uuid] of [
    [ann.handle, uuid],
    [bob.handle, reply.uuid],
  ] as const) {
    const page = app.visitor.call('singlePost', { params: { handle, activity_uuid } });
    await expectRefusal(page, 410, 'activity_expired');
  }
  expect(await ann.callOk('notifications')).toEqual([]);
});
