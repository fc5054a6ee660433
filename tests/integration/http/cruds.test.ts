import {
  nextPageOf,
  parseStreamCursors,
  LIFETIME_MS,
  LIFETIMES,
  rowIdOf,
  type Activity,
} from '@cruddur/shared';
import { expect, it } from 'vitest';
import { burn, codesOf, expectRefusal, postCrud, replyTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { startTestApp } from '../../support/test-app.ts';

const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';

const app = disposeAfterAll(await startTestApp());
const [ann, bob] = [await app.signUp(), await app.signUp()];

it('[FEED-1, FEED-2] home holds every user’s cruds, newest first, and its pages have no gap and no repeat while other users write', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const uuids = (body: unknown) => (body as Activity[]).map(({ uuid }) => uuid);
  /** The newest first. */
  const made: string[] = [];
  for (let n = 0; n < 25; n += 1) made.unshift((await postCrud(n % 2 === 0 ? ann : bob, `crud ${n}`)).uuid);
  expect(uuids(await ann.callOk('homeFeed'))).toEqual(made);

  const seen: string[] = [];
  let query: Record<string, string> | undefined = { limit: '7' };
  while (query) {
    const page = await ann.call('homeFeed', { query });
    seen.push(...uuids(page.body));
    const before = nextPageOf(page.headers.get('link'));
    query = before ? { limit: '7', before } : undefined;
    if (query) made.unshift((await postCrud(bob, 'meanwhile')).uuid);
  }
  expect(seen).toEqual(made.slice(made.length - 25));
});

it('[FEED-3] every feed answer carries the cursors of its snapshot', async () => {
  const page = await ann.call('homeFeed');
  const { streams } = (await ann.callOk('sync')) as { streams: { public: { head: string } } };
  const cursors = parseStreamCursors(page.headers.get('x-cursor'));
  expect(cursors?.me).toBeDefined();
  expect(`${cursors?.public.seq}.${cursors?.public.tag}`).toBe(streams.public.head);
  const visit = await app.visitor.call('profilePage', { params: ann });
  expect(parseStreamCursors(visit.headers.get('x-cursor'))).toEqual({ public: cursors?.public });
});

it('[PAGING-1] a page size outside 1 to 100 is refused', async () => {
  for (const limit of ['0', '101', '-1', 'x', ''])
    await expectRefusal(ann.call('homeFeed', { query: { limit } }), 422, 'limit_invalid');
});

it('[CURSOR-1] a paging cursor that the server did not issue is refused', async () => {
  for (const before of ['x', '1', '1~2', `99999999999999999~${UNKNOWN_UUID}`])
    await expectRefusal(ann.call('homeFeed', { query: { before } }), 422, 'cursor_invalid');
});

it('[PAGING-2] the first page holds 50 cruds and the last page has no link', async () => {
  const quiet = await app.signUp();
  for (let n = 0; n < 51; n += 1) await postCrud(quiet, `${n}`);
  const page = await app.visitor.call('profilePage', { params: quiet });
  expect(page.body).toMatchObject({ activities: { length: 50 } });
  const before = nextPageOf(page.headers.get('link')) ?? '';
  const last = await app.visitor.call('profilePage', { params: quiet, query: { before } });
  expect(last.body).toMatchObject({ activities: { length: 1 } });
  expect(last.headers.get('link')).toBeNull();
});

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

it('[POST-2] a crud lives exactly as long as its lifetime, and 7 days without one', async () => {
  for (const ttl of [...LIFETIMES, undefined]) {
    const { created_at, expires_at } = await postCrud(ann, 'a crud', ttl);
    expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBe(LIFETIME_MS[ttl ?? '7-days']);
  }
});

it.each([
  [{}, ['message_blank']],
  [{ message: ' \u200b\u3164 ' }, ['message_blank']],
  [{ message: 'x'.repeat(1025) }, ['message_exceed_max_chars_1024']],
  [{ message: 'fine', ttl: '2-days' }, ['ttl_blank']],
  [{ message: '', ttl: '' }, ['message_blank', 'ttl_blank']],
])('[DOOR-8] %j is refused with all its codes', async (body, codes) => {
  await expectRefusal(ann.send('POST', '/api/activities', { body }), 422, ...codes);
});

it.each([
  { message: 7 },
  { message: ['a'] },
  { message: 'ok', ttl: 7 },
  { message: 'a\0b' },
  { message: '\ud800' },
])('[DOOR-7] the malformed body %j is a 400', async (body) => {
  await expectRefusal(ann.send('POST', '/api/activities', { body }), 400, 'generic_400');
});

it('[TEXT-1] 1,024 code points are accepted, however many bytes they take, and counted after NFC', async () => {
  const flames = '🔥'.repeat(1024);
  expect((await postCrud(ann, flames)).message).toBe(flames);
  const combined = 'e\u0301'.repeat(1024);
  expect((await postCrud(ann, combined)).message).toBe('é'.repeat(1024));
});

it('[POST-6] a text is returned exactly as it was written', async () => {
  const message = '<script>alert(1)</script>\n\u202eright to left\u202c "quotes" \\ %s \t__proto__';
  expect((await postCrud(ann, message)).message).toBe(message);
});

it('[REPLY-1] a reply is on top of the crud’s replies, is counted, and expires with the crud', async () => {
  const crud = await postCrud(ann, 'parent', '3-hours');
  const first = await replyTo(bob, crud.uuid, 'first');
  const second = await replyTo(ann, crud.uuid, 'second');
  expect(first).toMatchObject({ reply_to_activity_uuid: crud.uuid, expires_at: crud.expires_at });
  const post = await bob.callOk('singlePost', { params: { handle: ann.handle, activity_uuid: crud.uuid } });
  expect(post.replies.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
  expect(post.activity.replies_count).toBe(2);
});

it('[REPLY-2] a reply appears in no feed and has its own page and its own replies', async () => {
  const crud = await postCrud(ann, 'parent');
  const inner = await replyTo(bob, crud.uuid, 'reply');
  const innermost = await replyTo(ann, inner.uuid, 'reply to the reply');
  const lists = [await ann.callOk('homeFeed'), (await ann.callOk('profilePage', { params: bob })).activities];
  expect(lists.flat().map(({ uuid }) => uuid)).not.toContain(inner.uuid);
  const post = await ann.callOk('singlePost', {
    params: { handle: bob.handle, activity_uuid: inner.uuid },
  });
  expect(post.activity).toEqual({ ...inner, replies_count: 1 });
  expect(post.replies).toEqual([innermost]);
});

const refusalOfReply = (to: string, body: object) =>
  codesOf(bob.send('POST', `/api/activities/${to}/reply`, { body }));

it('a reply whose body and path name different cruds is refused', async () => {
  const { uuid } = await postCrud(ann, 'parent');
  for (const activity_uuid of [undefined, '', UNKNOWN_UUID])
    expect(await refusalOfReply(uuid, { activity_uuid, message: 'x' })).toEqual([
      422,
      ['activity_uuid_blank'],
    ]);
  const both = ['activity_uuid_blank', 'message_blank'];
  expect(await refusalOfReply(uuid, { message: ' ' })).toEqual([422, both]);
});

it('[REPLY-4] a reply to a crud that never existed is a 404', async () => {
  for (const activity_uuid of [UNKNOWN_UUID, 'no-uuid'])
    expect(await refusalOfReply(activity_uuid, { activity_uuid, message: 'x' })).toEqual([
      404,
      ['activity_not_found'],
    ]);
});

it('[EXPIRY-3] a reply to a burned crud is refused', async () => {
  const { uuid } = await postCrud(ann, 'soon gone');
  await burn(ann, uuid);
  const tooLate = { activity_uuid: uuid, message: 'too late' };
  expect(await refusalOfReply(uuid, tooLate)).toEqual([410, ['activity_expired']]);
});

it('the page of a burned crud is a 410 without its replies, also while they wait for the purge', async () => {
  const { uuid } = await postCrud(ann, 'burned with many replies');
  await replyTo(ann, uuid, 'a reply of the author');
  await replyTo(bob, uuid, 'another reply');
  await app.store.db.deleteFrom('activities').where('uuid', '=', uuid).execute();
  const params = { handle: ann.handle, activity_uuid: uuid.toUpperCase() };
  for (const client of [ann, bob])
    await expectRefusal(client.call('singlePost', { params }), 410, 'activity_expired');
});
