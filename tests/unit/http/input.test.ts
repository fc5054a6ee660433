import { describe, expect, it } from 'vitest';
import { startTestHttpApp, sendRequest } from './test-http-app.ts';

const post = { method: 'POST', token: 'good' };

describe('[DOOR-7] bodies', () => {
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
    [
      'a form',
      { text: 'message=hello', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    ['compressed content', { body: { message: 'a' }, headers: { 'content-encoding': 'gzip' } }, 415],
    [
      'another character set',
      { text: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
      415,
    ],
  ] as const)('%s is refused', async (_what, sent, status) => {
    await using app = await startTestHttpApp();
    const answer = await sendRequest(app, '/api/activities', { ...post, ...sent });
    expect([answer.status, answer.json]).toEqual([status, [`generic_${status}`]]);
    expect(app.recordedCalls).toHaveLength(0);
  });

  it('16 KB is accepted', async () => {
    await using app = await startTestHttpApp();
    const body = { message: 'a', user_handle: 'x'.repeat(16 * 1024 - 36) };
    expect(await sendRequest(app, '/api/activities', { ...post, body })).toMatchObject({ status: 200 });
  });

  it('a missing body is an empty object', async () => {
    await using app = await startTestHttpApp();
    expect(await sendRequest(app, '/api/activities', post)).toMatchObject({
      status: 422,
      json: ['message_blank'],
    });
    expect(await sendRequest(app, '/api/session/end', post)).toMatchObject({ status: 200 });
  });
});

describe('[DOOR-8] validation', () => {
  it('answers with every applicable code at once', async () => {
    await using app = await startTestHttpApp();
    const body = { message: ' ', ttl: 'for-ever' };
    const { status, json } = await sendRequest(app, '/api/activities', { ...post, body });
    expect([status, new Set(json as string[])]).toEqual([422, new Set(['message_blank', 'ttl_blank'])]);
  });

  it('reports a blank message and a missing receiver together', async () => {
    await using app = await startTestHttpApp();
    const { json } = await sendRequest(app, '/api/messages', { ...post, body: { message: '' } });
    expect(new Set(json as string[])).toEqual(new Set(['message_blank', 'user_reciever_handle_blank']));
  });

  it('counts code points: 1,024 pass and 1,025 do not', async () => {
    await using app = await startTestHttpApp();
    const light = (message: string) => sendRequest(app, '/api/activities', { ...post, body: { message } });
    expect(await light('🔥'.repeat(1024))).toMatchObject({ status: 200 });
    const long = await light('🔥'.repeat(1025));
    expect([long.status, long.json]).toEqual([422, ['message_exceed_max_chars_1024']]);
  });
});

describe('[DOOR-9] pages', () => {
  const home = (app: Parameters<typeof sendRequest>[0], query: string) =>
    sendRequest(app, `/api/activities/home${query}`, { token: 'good' });

  it.each(['0', '101', '-1', 'ten', '1.5', '', '5&limit=6'])('a limit of "%s" is refused', async (limit) => {
    await using app = await startTestHttpApp();
    const { status, json } = await home(app, `?limit=${limit}`);
    expect([status, json]).toEqual([422, ['limit_invalid']]);
  });

  it('passes the cursor on unchanged, and 50 when no limit is given', async () => {
    await using app = await startTestHttpApp();
    await home(app, '?before=a%2Fb');
    expect(app.recordedCalls[0]?.call.page).toEqual({ before: 'a/b', limit: 50 });
  });
});

it('[DOOR-10] the at sign of a handle may be percent-encoded', async () => {
  await using app = await startTestHttpApp();
  await sendRequest(app, '/api/activities/%40bayko');
  expect(app.recordedCalls[0]).toMatchObject({ name: 'profilePage', call: { params: { handle: 'bayko' } } });
  expect((await sendRequest(app, '/api/users/bayko/short', { token: 'good' })).status).toBe(404);
});

it('[DOOR-10] a parameter that no database can store is malformed', async () => {
  await using app = await startTestHttpApp();
  expect(await sendRequest(app, '/api/activities/@a%00b')).toMatchObject({
    status: 400,
    json: ['generic_400'],
  });
  expect(await sendRequest(app, '/api/activities/@%ff')).toMatchObject({
    status: 400,
    json: ['generic_400'],
  });
});
