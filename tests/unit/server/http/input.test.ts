import { expect, it } from 'vitest';
import { startTestHttpApp, sendRequest } from './test-http-app.ts';

const post = { method: 'POST', token: 'good' };
const type = (contentType: string) => ({ headers: { 'content-type': contentType } });

it.each([
  ['broken JSON', { text: '{"message":' }, 400],
  ['an array', { text: '[]' }, 400],
  ['a bare text', { text: '"hello"' }, 400],
  ['null', { text: 'null' }, 400],
  ['a number where text belongs', { body: { message: 5 } }, 400],
  ['NUL', { body: { message: 'a\0b' } }, 400],
  ['NUL in an unused field', { body: { message: 'a', other: ['\0'] } }, 400],
  ['a lone surrogate', { text: '{"message":"\\ud800"}' }, 400],
  ['17 KB', { body: { message: 'a'.repeat(17 * 1024) } }, 413],
  ['a form', { text: 'message=hello', ...type('application/x-www-form-urlencoded') }, 415],
  ['compressed content', { body: { message: 'a' }, headers: { 'content-encoding': 'gzip' } }, 415],
  ['another character set', { text: '{}', ...type('application/json; charset=latin1') }, 415],
] as const)('[DOOR-7] a body with %s is refused', async (_what, sent, status) => {
  await using app = await startTestHttpApp();
  const answer = await sendRequest(app, '/api/activities', { ...post, ...sent });
  expect([answer.status, answer.json]).toEqual([status, [`generic_${status}`]]);
  expect(app.recordedCalls).toHaveLength(0);
});

it('[DOOR-7] a body of 16 KB is accepted, and a missing one is an empty object', async () => {
  await using app = await startTestHttpApp();
  const body = { message: 'a', user_handle: 'x'.repeat(16 * 1024 - 36) };
  expect(await sendRequest(app, '/api/activities', { ...post, body })).toMatchObject({ status: 200 });
  const empty = await sendRequest(app, '/api/activities', post);
  expect(empty).toMatchObject({ status: 422, json: ['message_blank'] });
  expect(await sendRequest(app, '/api/session/end', post)).toMatchObject({ status: 200 });
});

it.each([
  ['/api/activities', { message: ' ', ttl: 'for-ever' }, ['message_blank', 'ttl_blank']],
  ['/api/messages', { message: '' }, ['message_blank', 'user_reciever_handle_blank']],
  ['/api/activities', { message: '🔥'.repeat(1025) }, ['message_exceed_max_chars_1024']],
])('[DOOR-8] %s answers with every applicable code at once', async (path, body, codes) => {
  await using app = await startTestHttpApp();
  const { status, json } = await sendRequest(app, path, { ...post, body });
  expect([status, new Set(json as string[])]).toEqual([422, new Set(codes)]);
});

it('[PAGING-1] a page has 1 to 100 items, 50 when no limit is given, and its cursor is passed on unchanged', async () => {
  await using app = await startTestHttpApp();
  const home = (query: string) => sendRequest(app, `/api/activities/home${query}`, { token: 'good' });
  for (const limit of ['0', '101', '-1', 'ten', '1.5', '1e1', '0x1', '', '5&limit=6'])
    expect(await home(`?limit=${limit}`)).toMatchObject({ status: 422, json: ['limit_invalid'] });
  for (const limit of ['1', '100']) expect(await home(`?limit=${limit}`)).toMatchObject({ status: 200 });
  await home('?before=a%2Fb');
  expect(app.recordedCalls.map(({ call }) => call.page)).toEqual([
    { limit: 1 },
    { limit: 100 },
    { before: 'a/b', limit: 50 },
  ]);
});

it('the at sign of a handle may be percent-encoded, and a parameter that no database can store is malformed', async () => {
  await using app = await startTestHttpApp();
  await sendRequest(app, '/api/activities/%40bayko');
  expect(app.recordedCalls[0]).toMatchObject({ name: 'profilePage', call: { params: { handle: 'bayko' } } });
  const short = await sendRequest(app, '/api/users/bayko/short', { token: 'good' });
  expect(short.status).toBe(404);
  for (const path of ['/api/activities/@a%00b', '/api/activities/@%ff'])
    expect(await sendRequest(app, path)).toMatchObject({ status: 400, json: ['generic_400'] });
});
