import { LIFETIME_MS, LIFETIMES, rowIdOf } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

describe('posting', () => {
  let app: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    ann = await app.signUp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('[POST-1] the answer to a post has the shape of every list, and its author is the user of the token', async () => {
    const made = await ann.callOk('createActivity', {
      body: { message: 'Lit.', user_handle: 'somebodyelse' },
      operation: 'first-crud-of-ann',
    });
    expect(made).toMatchObject({
      uuid: rowIdOf(ann.sub, 'first-crud-of-ann'),
      handle: ann.handle,
      display_name: ann.name,
      cognito_user_uuid: ann.sub,
      message: 'Lit.',
      replies_count: 0,
      reposts_count: 0,
      likes_count: 0,
      liked: false,
      reposted: false,
      reply_to_activity_uuid: null,
    });
    expect(await ann.callOk('homeFeed')).toContainEqual(made);
    const page = await app.visitor.callOk('profilePage', { params: { handle: `@${ann.handle}`.slice(1) } });
    expect(page.activities).toContainEqual({ ...made, reposted_by: null });
    const params = { handle: ann.handle, activity_uuid: made.uuid };
    expect((await app.visitor.callOk('singlePost', { params })).activity).toEqual(made);
  });

  it.each(LIFETIMES)('[POST-2] a crud of %s lives exactly that long', async (ttl) => {
    const made = await ann.callOk('createActivity', { body: { message: ttl, ttl } });
    expect(Date.parse(made.expires_at ?? '') - Date.parse(made.created_at)).toBe(LIFETIME_MS[ttl]);
  });

  it('[POST-2] a crud without a chosen lifetime lives 7 days', async () => {
    const made = await ann.callOk('createActivity', { body: { message: 'no ttl' } });
    expect(Date.parse(made.expires_at ?? '') - Date.parse(made.created_at)).toBe(LIFETIME_MS['7-days']);
  });

  it.each([
    [{}, ['message_blank']],
    [{ message: ' \u200b\u3164 ' }, ['message_blank']],
    [{ message: 'x'.repeat(1025) }, ['message_exceed_max_chars_1024']],
    [{ message: 'fine', ttl: '2-days' }, ['ttl_blank']],
    [{ message: '', ttl: '' }, ['message_blank', 'ttl_blank']],
  ])('[POST-3] %j is refused with all its codes', async (body, codes) => {
    const answer = await ann.send('POST', '/api/activities', { body });
    expect([answer.status, answer.body]).toEqual([422, codes]);
  });

  it.each([
    { message: 7 },
    { message: ['a'] },
    { message: 'ok', ttl: 7 },
    { message: 'a\0b' },
    { message: '\ud800' },
  ])('[POST-4] the malformed body %j is a 400', async (body) => {
    const answer = await ann.send('POST', '/api/activities', { body });
    expect([answer.status, answer.body]).toEqual([400, ['generic_400']]);
  });

  it('[POST-5] 1,024 code points are accepted, however many bytes they take, and counted after NFC', async () => {
    const flames = '🔥'.repeat(1024);
    expect((await ann.callOk('createActivity', { body: { message: flames } })).message).toBe(flames);
    const combined = 'e\u0301'.repeat(1024);
    expect((await ann.callOk('createActivity', { body: { message: combined } })).message).toBe(
      'é'.repeat(1024),
    );
  });

  it('[POST-6] a text is returned exactly as it was written', async () => {
    const message = '<script>alert(1)</script>\n\u202eright to left\u202c "quotes" \\ %s \t__proto__';
    expect((await ann.callOk('createActivity', { body: { message } })).message).toBe(message);
  });
});
