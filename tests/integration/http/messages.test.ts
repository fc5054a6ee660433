import { randomUUID } from 'node:crypto';
import { nextPageOf, rowIdOf, REMOVED_MESSAGE, UNSEND_WITHIN_MS, type DirectMessage } from '@cruddur/shared';
import { expect, it } from 'vitest';
import {
  codesOf,
  cursorsOfClosedTab,
  expectRefusal,
  markRead,
  readMessages,
  sendIn,
  sendTo,
  unsend,
} from '../../support/actions.ts';
import { addMessages } from '../../support/add-messages.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';

const HOUR = 3_600_000;
const SECRET = 'siebenundvierzig';

const app = disposeAfterAll(await startTestApp());
const [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];

/** Two users of one test and a conversation between them. */
async function createPair() {
  const [one, other] = [await app.signUp(), await app.signUp()];
  const first = await sendTo(one, other, 'first');
  return { one, other, first, group: first.message_group_uuid ?? '' };
}
const listed = async (by: TestPerson, group: string) =>
  (await by.callOk('messageGroups')).find(({ uuid }) => uuid === group);

it('[MSG-1] the first message to a user creates the conversation, and its answer names it', async () => {
  const dan = await app.signUp();
  const body = { handle: dan.handle, message: 'hello' };
  const made = await ann.callOk('sendMessage', { body, operation: 'hello-to-dan' });
  const author = { handle: ann.handle, display_name: ann.name, cognito_user_uuid: ann.sub };
  expect(made).toMatchObject({ ...author, uuid: rowIdOf(ann.sub, 'hello-to-dan'), message: 'hello' });
  const { message_group_uuid: uuid = '', uuid: message_uuid, created_at } = made;
  expect(await dan.callOk('messageGroups')).toEqual([
    {
      ...{ ...author, uuid, avatar_version: 0, message: 'hello', message_uuid, created_at },
      ...{ unread: 1, own: false, read_uuid: message_uuid },
    },
  ]);
  const again = await sendTo(ann, { handle: dan.handle.toUpperCase() });
  expect(again).not.toHaveProperty('message_group_uuid');
});

it('[MSG-2] however many first messages race, there is one conversation', async () => {
  const [one, other] = [await app.signUp(), await app.signUp()];
  const both = Array.from({ length: 10 }, (_, n) =>
    n % 2 === 0 ? sendTo(one, other, `${n}`) : sendTo(other, one, `${n}`),
  );
  const groups = (await Promise.all(both)).flatMap(({ message_group_uuid }) => message_group_uuid ?? []);
  expect(groups).toHaveLength(1);
  expect(await readMessages(one, groups[0] ?? '')).toHaveLength(10);
});

it('[MSG-3] pages go back in time, with the oldest message of a page first', async () => {
  const { one, other, group } = await createPair();
  for (let n = 2; n <= 7; n += 1) await sendIn(n % 2 === 0 ? other : one, group, `${n}`);
  const params = { message_group_uuid: group };
  const texts = (body: unknown) => (body as DirectMessage[]).map(({ message }) => message);
  const newest = await one.call('messages', { params, query: { limit: '3' } });
  expect(texts(newest.body)).toEqual(['5', '6', '7']);
  const before = nextPageOf(newest.headers.get('link')) ?? '';
  const older = await one.call('messages', { params, query: { limit: '4', before } });
  expect(texts(older.body)).toEqual(['first', '2', '3', '4']);
  expect(older.headers.get('link')).toBeNull();
});

it('[MSG-4] a conversation of other users gets the same 404 as an unknown one', async () => {
  const { group, first } = await createPair();
  for (const uuid of [group, UNKNOWN_UUID, 'no-uuid']) {
    const params = { message_group_uuid: uuid };
    for (const answer of [
      eve.call('messages', { params }),
      eve.call('sendMessage', { body: { message_group_uuid: uuid, message: 'x' } }),
      eve.call('markMessagesRead', { params, body: { uuid: first.uuid } }),
    ])
      await expectRefusal(answer, 404, 'message_group_not_found');
  }
});

it.each([
  [{ message: 'x' }, ['user_reciever_handle_blank']],
  [{ message: 'x', handle: '' }, ['user_reciever_handle_blank']],
  [{ message: 'x', handle: 'nobody_at_all' }, ['user_reciever_handle_blank']],
  [{ message: '', handle: ' ' }, ['message_blank', 'user_reciever_handle_blank']],
  [{ message: 'x', message_group_uuid: '' }, ['message_group_uuid_blank']],
  [{ message: '', message_group_uuid: null }, ['message_blank', 'message_group_uuid_blank']],
  [{ message: 'x'.repeat(1025), handle: 'bob' }, ['message_exceed_max_chars_1024']],
])('[MSG-5] %j is refused', async (body, codes) => {
  await expectRefusal(ann.send('POST', '/api/messages', { body }), 422, ...codes);
});

it('[MSG-5] a message to oneself is refused', async () => {
  const body = { handle: ann.handle, message: 'dear diary' };
  await expectRefusal(ann.call('sendMessage', { body }), 422, 'user_reciever_handle_blank');
});

it('[MSG-8] a conversation carries the other user’s read mark', async () => {
  const { one, other, first, group } = await createPair();
  expect((await listed(one, group))?.read_uuid).toBeNull();
  await markRead(other, group, first.uuid);
  const second = await sendIn(one, group, 'second');
  // Writing a message marks the earlier ones as read.
  expect((await listed(one, group))?.read_uuid).toBe(first.uuid);
  expect((await listed(other, group))?.read_uuid).toBe(second.uuid);
});

it('[MSG-8] a conversation states whether its latest message is the viewer’s own', async () => {
  const { one, other, group } = await createPair();
  await sendIn(other, group, 'second');
  expect([(await listed(one, group))?.own, (await listed(other, group))?.own]).toEqual([false, true]);
});

it('[MSG-6] the unread count is the number of the other user’s messages after the read mark, which never moves back', async () => {
  const { one, other, first, group } = await createPair();
  const second = await sendIn(one, group, 'second');
  expect((await other.callOk('me')).unread.messages).toBe(2);
  const read = (uuid: string) => markRead(other, group, uuid);
  expect(await read(first.uuid)).toEqual({ message_group_uuid: group, read_uuid: first.uuid, unread: 1 });
  expect((await read(second.uuid)).unread).toBe(0);
  expect(await read(first.uuid)).toEqual({ message_group_uuid: group, read_uuid: second.uuid, unread: 0 });
  expect((await one.callOk('messageGroups'))[0]?.unread).toBe(0);
});

it('[MSG-6] in a conversation with a lifetime at most a thousand unread messages are counted', async () => {
  const { one, other, group } = await createPair();
  const params = { message_group_uuid: group };
  await one.callOk('setMessageLifetime', { params, body: { lifetime: '1-day' } });
  const members = [one.sub, one.sub] as const;
  await addMessages(app, { group, members, count: 1100, textOf: (n) => `${n}` });
  expect((await other.callOk('me')).unread.messages).toBe(1000);
  expect((await other.callOk('messageGroups'))[0]?.unread).toBe(1000);
});

it('[MSG-7] the conversation with the latest message is first', async () => {
  const [hub, one, other] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const order = async () => (await hub.callOk('messageGroups')).map(({ handle }) => handle);
  await sendTo(one, hub);
  await sendTo(other, hub);
  expect(await order()).toEqual([other.handle, one.handle]);
  await sendTo(hub, one);
  expect(await order()).toEqual([one.handle, other.handle]);
});

/** A conversation of Ann and Bob, in which Ann writes. */
const { message_group_uuid: group = '' } = await sendTo(ann, bob);
const send = (message = SECRET, operation: string = randomUUID()) =>
  ann.callOk('sendMessage', { body: { message_group_uuid: group, message }, operation });

it('[UNSEND-1] a message that its sender removes leaves a note without its text on both sides, in pages, previews and repeats', async () => {
  const sent = await send(SECRET, 'to-be-removed');
  expect(await codesOf(unsend(ann, sent.uuid.toUpperCase()))).toEqual([200, { uuid: sent.uuid }]);
  const removed = { ...sent, message: REMOVED_MESSAGE, removed: true };
  for (const member of [ann, bob]) {
    expect((await readMessages(member, group)).at(-1)).toEqual(removed);
    const [listed] = await member.callOk('messageGroups');
    expect(listed).toMatchObject({ message: REMOVED_MESSAGE, message_uuid: sent.uuid, removed: true });
  }
  expect(await send(SECRET, 'to-be-removed')).toEqual(removed);
  const texts = await dumpTables(app.store);
  expect(texts.filter(({ text }) => text.includes(SECRET))).toEqual([]);
});

it('a message is removed in all tabs, and a recipient who was offline never gets its text', async () => {
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  const cursors = await cursorsOfClosedTab(bob);
  const { uuid } = await send();
  await unsend(ann, uuid);
  const { data } = await tab.waitForEvent('message.removed');
  expect(data).toEqual({ uuid, message_group_uuid: group });
  using back = await connectSocket(app.url, { token: bob.accessToken, cursors });
  await back.waitForEvent('message.removed', (event) => event.data.uuid === uuid);
  const { streams } = await bob.callOk('sync', { query: { me: cursors.me } });
  for (const received of [back.applied.me, streams.me])
    expect(JSON.stringify(received)).not.toContain(SECRET);
  expect(back.applied.me.map(({ kind }) => kind)).toEqual(['message.created', 'message.removed']);
  expect(back.applied.me[0]?.data).toMatchObject({ message: REMOVED_MESSAGE, removed: true });
});

it('a message is removed once, however many removals race', async () => {
  using tab = await connectSocket(app.url, { token: bob.accessToken });
  const { uuid } = await send();
  const answers = await Promise.all(Array.from({ length: 5 }, () => codesOf(unsend(ann, uuid))));
  expect(answers).toEqual(answers.map(() => [200, { uuid }]));
  const last = await send('the last one');
  await tab.waitForEvent('message.created', (event) => event.data.uuid === last.uuid);
  expect(tab.applied.me.filter(({ kind }) => kind === 'message.removed')).toHaveLength(1);
});

it('[UNSEND-4] a message can be removed by its sender only', async () => {
  const { uuid } = await send('stays');
  await expectRefusal(unsend(bob, uuid), 403, 'generic_403');
  await expectRefusal(unsend(eve, uuid), 404, 'message_not_found');
  for (const unknown of [UNKNOWN_UUID, 'no-uuid'])
    await expectRefusal(unsend(ann, unknown), 404, 'message_not_found');
  expect((await readMessages(bob, group)).at(-1)).toMatchObject({ uuid, message: 'stays' });
});

it('a message whose sender is erased at the same time is in no table afterwards', async () => {
  const cay = await app.signUp();
  const { uuid } = await sendTo(cay, bob, `${SECRET} of Cay`);
  const [removal] = await Promise.all([unsend(cay, uuid), cay.callOk('deleteAccount')]);
  expect([200, 401, 404]).toContain(removal.status);
  await until(async () => !JSON.stringify(await dumpTables(app.store)).includes(SECRET), {
    what: 'no table has the text',
  });
  expect(JSON.stringify(await bob.callOk('messageGroups'))).not.toContain(uuid);
});

it('[UNSEND-6] a message can be removed for 24 hours, and a repeat of the removal succeeds later too', async () => {
  const [kept, removed] = [await send('kept'), await send('removed in time')];
  await app.advance(UNSEND_WITHIN_MS - HOUR);
  expect(await codesOf(unsend(ann, removed.uuid))).toEqual([200, { uuid: removed.uuid }]);
  await app.advance(HOUR);
  await expectRefusal(unsend(ann, kept.uuid), 409, 'unsend_too_late');
  expect(await codesOf(unsend(ann, removed.uuid))).toEqual([200, { uuid: removed.uuid }]);
});
