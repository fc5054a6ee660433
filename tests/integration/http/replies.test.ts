import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';

describe('replies', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp(), await app.signUp()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const reply = (person: TestPerson, uuid: string, message: string) =>
    person.callOk('createReply', { params: { activity_uuid: uuid }, body: { activity_uuid: uuid, message } });

  it('[REPLY-1] a reply is on top of the crud’s replies, is counted, and expires with the crud', async () => {
    const crud = await ann.callOk('createActivity', { body: { message: 'parent', ttl: '3-hours' } });
    const first = await reply(bob, crud.uuid, 'first');
    const second = await reply(ann, crud.uuid, 'second');
    expect(first).toMatchObject({ reply_to_activity_uuid: crud.uuid, expires_at: crud.expires_at });
    const post = await bob.callOk('singlePost', { params: { handle: ann.handle, activity_uuid: crud.uuid } });
    expect(post.replies.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
    expect(post.activity.replies_count).toBe(2);
  });

  it('[REPLY-2] a reply appears in no feed and has its own page and its own replies', async () => {
    const crud = await ann.callOk('createActivity', { body: { message: 'parent' } });
    const inner = await reply(bob, crud.uuid, 'reply');
    const innermost = await reply(ann, inner.uuid, 'reply to the reply');
    const lists = [
      await ann.callOk('homeFeed'),
      (await ann.callOk('profilePage', { params: bob })).activities,
    ];
    expect(lists.flat().map(({ uuid }) => uuid)).not.toContain(inner.uuid);
    const post = await ann.callOk('singlePost', {
      params: { handle: bob.handle, activity_uuid: inner.uuid },
    });
    expect(post.activity).toEqual({ ...inner, replies_count: 1 });
    expect(post.replies).toEqual([innermost]);
  });

  it('[REPLY-3] a reply whose body and path name different cruds is refused', async () => {
    const { uuid } = await ann.callOk('createActivity', { body: { message: 'parent' } });
    for (const activity_uuid of [undefined, '', UNKNOWN_UUID]) {
      const answer = await bob.send('POST', `/api/activities/${uuid}/reply`, {
        body: { activity_uuid, message: 'x' },
      });
      expect([answer.status, answer.body]).toEqual([422, ['activity_uuid_blank']]);
    }
    const both = await bob.send('POST', `/api/activities/${uuid}/reply`, { body: { message: ' ' } });
    expect(both.body).toEqual(['activity_uuid_blank', 'message_blank']);
  });

  it.each([UNKNOWN_UUID, 'no-uuid'])(
    '[REPLY-4] a reply to a crud that never existed, %s, is a 404',
    async (uuid) => {
      const answer = await bob.send('POST', `/api/activities/${uuid}/reply`, {
        body: { activity_uuid: uuid, message: 'x' },
      });
      expect([answer.status, answer.body]).toEqual([404, ['activity_not_found']]);
    },
  );

  it('[REPLY-5] a reply to a burned crud is refused', async () => {
    const { uuid } = await ann.callOk('createActivity', { body: { message: 'soon gone' } });
    await ann.callOk('burnActivity', { params: { activity_uuid: uuid } });
    const answer = await bob.send('POST', `/api/activities/${uuid}/reply`, {
      body: { activity_uuid: uuid, message: 'too late' },
    });
    expect([answer.status, answer.body]).toEqual([410, ['activity_expired']]);
  });
});
