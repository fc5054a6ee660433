import { nextPageOf, rowIdOf, type DirectMessage } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';

describe('direct messages', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let eve: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Creates two users for one test and a conversation between them. */
  const pair = async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    const first = await one.callOk('sendMessage', { body: { handle: other.handle, message: 'first' } });
    return { one, other, first, group: first.message_group_uuid ?? '' };
  };

  it('[MSG-1] the first message to a user creates the conversation, and its answer names it', async () => {
    const body = { handle: bob.handle, message: 'hello' };
    const made = await ann.callOk('sendMessage', { body, operation: 'hello-to-bob' });
    expect(made).toMatchObject({
      uuid: rowIdOf(ann.sub, 'hello-to-bob'),
      handle: ann.handle,
      display_name: ann.name,
      cognito_user_uuid: ann.sub,
      message: 'hello',
    });
    const [group] = await bob.callOk('messageGroups');
    expect(group).toEqual({
      uuid: made.message_group_uuid,
      handle: ann.handle,
      display_name: ann.name,
      cognito_user_uuid: ann.sub,
      avatar_version: 0,
      message: 'hello',
      message_uuid: made.uuid,
      created_at: made.created_at,
      unread: 1,
      own: false,
      read_uuid: made.uuid,
    });
    const again = await ann.callOk('sendMessage', {
      body: { handle: bob.handle.toUpperCase(), message: 'again' },
    });
    expect(again).not.toHaveProperty('message_group_uuid');
  });

  it('[MSG-2] however many first messages race, there is one conversation', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    const both = Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0
        ? one.callOk('sendMessage', { body: { handle: other.handle, message: `${n}` } })
        : other.callOk('sendMessage', { body: { handle: one.handle, message: `${n}` } }),
    );
    const groups = (await Promise.all(both)).flatMap(({ message_group_uuid }) => message_group_uuid ?? []);
    expect(groups).toHaveLength(1);
    const [of] = await other.callOk('messageGroups');
    const params = { message_group_uuid: of?.uuid ?? '' };
    expect(await one.callOk('messages', { params })).toHaveLength(10);
  });

  it('[MSG-3] pages go back in time, with the oldest message of a page first', async () => {
    const { one, other, group } = await pair();
    for (let n = 2; n <= 7; n += 1) {
      const sender = n % 2 === 0 ? other : one;
      await sender.callOk('sendMessage', { body: { message_group_uuid: group, message: `${n}` } });
    }
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
    const { group, first } = await pair();
    for (const uuid of [group, UNKNOWN_UUID, 'no-uuid']) {
      const params = { message_group_uuid: uuid };
      const answers = [
        await eve.call('messages', { params }),
        await eve.call('sendMessage', { body: { message_group_uuid: uuid, message: 'x' } }),
        await eve.call('markMessagesRead', { params, body: { uuid: first.uuid } }),
      ];
      for (const { status, body } of answers)
        expect([status, body]).toEqual([404, ['message_group_not_found']]);
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
    const answer = await ann.send('POST', '/api/messages', { body });
    expect([answer.status, answer.body]).toEqual([422, codes]);
  });

  it('[MSG-5] a message to oneself is refused', async () => {
    const answer = await ann.call('sendMessage', { body: { handle: ann.handle, message: 'dear diary' } });
    expect([answer.status, answer.body]).toEqual([422, ['user_reciever_handle_blank']]);
  });

  it('[MSG-8] a conversation carries the other user’s read mark', async () => {
    const { one, other, first, group } = await pair();
    const read = async (of: typeof one) =>
      (await of.callOk('messageGroups')).find(({ uuid }) => uuid === group)?.read_uuid;
    expect(await read(one)).toBeNull();
    await other.callOk('markMessagesRead', {
      params: { message_group_uuid: group },
      body: { uuid: first.uuid },
    });
    const second = await one.callOk('sendMessage', {
      body: { message_group_uuid: group, message: 'second' },
    });
    // Writing a message marks the earlier ones as read.
    expect([await read(one), await read(other)]).toEqual([first.uuid, second.uuid]);
  });

  it('[MSG-9] a conversation states whether its latest message is the viewer’s own', async () => {
    const { one, other, group } = await pair();
    await other.callOk('sendMessage', { body: { message_group_uuid: group, message: 'second' } });
    const own = async (of: typeof one) =>
      (await of.callOk('messageGroups')).find(({ uuid }) => uuid === group)?.own;
    expect([await own(one), await own(other)]).toEqual([false, true]);
  });

  it('[MSG-6] the unread count is the number of the other user’s messages after the read mark, which never moves back', async () => {
    const { one, other, first, group } = await pair();
    const params = { message_group_uuid: group };
    const second = await one.callOk('sendMessage', {
      body: { message_group_uuid: group, message: 'second' },
    });
    expect((await other.callOk('me')).unread.messages).toBe(2);
    const read = (uuid: string) => other.callOk('markMessagesRead', { params, body: { uuid } });
    expect(await read(first.uuid)).toEqual({ message_group_uuid: group, read_uuid: first.uuid, unread: 1 });
    expect((await read(second.uuid)).unread).toBe(0);
    expect(await read(first.uuid)).toEqual({ message_group_uuid: group, read_uuid: second.uuid, unread: 0 });
    expect((await one.callOk('messageGroups'))[0]?.unread).toBe(0);
  });

  it('[MSG-7] the conversation with the latest message is first', async () => {
    const [hub, one, other] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await one.callOk('sendMessage', { body: { handle: hub.handle, message: '1' } });
    await other.callOk('sendMessage', { body: { handle: hub.handle, message: '2' } });
    expect((await hub.callOk('messageGroups')).map(({ handle }) => handle)).toEqual([
      other.handle,
      one.handle,
    ]);
    await hub.callOk('sendMessage', { body: { handle: one.handle, message: '3' } });
    expect((await hub.callOk('messageGroups')).map(({ handle }) => handle)).toEqual([
      one.handle,
      other.handle,
    ]);
  });
});
