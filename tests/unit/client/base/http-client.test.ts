import { expect, test } from 'vitest';
import { ApiError } from '../../../../client/src/base/http/api-error.ts';
import { createFakeHttp, type FakeResponse } from './fake-http.ts';

const feed = { before: null };
const ok: FakeResponse = { status: 200, body: [] };
const refusal = (status: number, headers = {}): FakeResponse => ({
  ...{ status, body: [`generic_${status}`], headers },
});

test('a call sends token, operation id, attempt and no-store, and returns body, cursors and next page', async () => {
  const headers = { 'x-cursor': 'public=7.ab;me=2.cd', link: '</api/x?before=o%2F1&limit=50>; rel="next"' };
  const wire = createFakeHttp([{ status: 200, body: [], headers }]);
  expect(await wire.call('homeFeed', { ...feed, operationId: 'operation-1' })).toEqual({
    data: [],
    cursors: { public: { seq: 7, tag: 'ab' }, me: { seq: 2, tag: 'cd' } },
    next: 'o/1',
  });
  expect(wire.sent[0]).toMatchObject({
    url: 'https://host/api/activities/home',
    method: 'GET',
    headers: {
      authorization: 'Bearer token-1',
      'amz-sdk-invocation-id': 'operation-1',
      'amz-sdk-request': 'attempt=1; max=3',
      'cache-control': 'no-store',
    },
  });
});

test('a call fills the path and sends the body as JSON', async () => {
  const wire = createFakeHttp([{ status: 200, body: {} }]);
  const params = { activity_uuid: 'a b' };
  await wire.call('createReply', { params, body: { activity_uuid: 'a b', message: 'hi' } });
  expect(wire.sent[0]).toMatchObject({
    url: 'https://host/api/activities/a%20b/reply',
    method: 'POST',
    body: '{"activity_uuid":"a b","message":"hi"}',
    headers: { 'content-type': 'application/json' },
  });
});

test.each([429, 500, 502, 503, 504])(
  '[CALL-2] %i is tried three times with the same operation id',
  async (status) => {
    const wire = createFakeHttp([refusal(status), refusal(status), refusal(status)]);
    const failure = { status, codes: [`generic_${status}`] };
    await expect(wire.call('homeFeed', feed)).rejects.toMatchObject(failure);
    const attempts = wire.sent.map(({ headers }) => headers['amz-sdk-request']);
    expect(attempts).toEqual([1, 2, 3].map((attempt) => `attempt=${attempt}; max=3`));
    expect(new Set(wire.sent.map(({ headers }) => headers['amz-sdk-invocation-id'])).size).toBe(1);
    expect(wire.waits).toEqual([250, 450]);
  },
);

test('[CALL-2] the wait that the server names is kept, up to five minutes', async () => {
  const waits = ['7', '9999'].map((seconds) => refusal(429, { 'retry-after': seconds }));
  const wire = createFakeHttp([...waits, ok]);
  await wire.call('homeFeed', feed);
  expect(wire.waits).toEqual([7000, 300_000]);
});

test('[CALL-2] a lost connection is retried; lost three times it is generic_500', async () => {
  const once = createFakeHttp(['lost', ok]);
  await expect(once.call('homeFeed', feed)).resolves.toMatchObject({ data: [] });
  const thrice = createFakeHttp(['lost', 'lost', 'lost']);
  await expect(thrice.call('homeFeed', feed)).rejects.toMatchObject({ status: 0, codes: ['generic_500'] });
});

test('[CALL-3] a 4xx is final and yields its codes, or that of the status', async () => {
  const codes = ['message_blank', 'ttl_blank'];
  const wire = createFakeHttp([{ status: 422, body: codes }]);
  const failure: unknown = await wire.call('homeFeed', feed).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 422, codes });
  expect(wire.sent).toHaveLength(1);
  for (const text of ['<html>', '{"message":"no"}', '[]', '[1]']) {
    const { call } = createFakeHttp([{ status: 404, text }]);
    await expect(call('homeFeed', feed)).rejects.toMatchObject({ codes: ['generic_404'] });
  }
});

test.each([201, 204, 304])('[CALL-3] only status 200 is a success, %i is not', async (status) => {
  const wire = createFakeHttp([{ status }]);
  await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({ status });
});

test('[CALL-4] a 401 causes one forced refresh and one more try, and a visitor’s none', async () => {
  const renewed = createFakeHttp([refusal(401), ok]);
  await renewed.call('homeFeed', feed);
  const tokens = renewed.sent.map(({ headers }) => headers.authorization);
  expect(tokens).toEqual(['Bearer token-1', 'Bearer token-2']);
  const refused = createFakeHttp([refusal(401), refusal(401)]);
  await expect(refused.call('homeFeed', feed)).rejects.toMatchObject({ codes: ['generic_401'] });
  const visitor = createFakeHttp([refusal(401)], { token: null });
  await expect(visitor.call('homeFeed', feed)).rejects.toMatchObject({ status: 401 });
  expect(visitor.sent[0]?.headers.authorization).toBeUndefined();
  expect([renewed, refused, visitor].map(({ refreshes }) => refreshes)).toEqual([
    ['token-1'],
    ['token-1'],
    [],
  ]);
});

test('[CALL-4] a 401 is final when another member has signed in meanwhile', async () => {
  const tokenOf = (sub: string) => `header.${btoa(JSON.stringify({ sub, exp: 1 }))}.signature`;
  const wire = createFakeHttp([refusal(401), ok], { token: tokenOf('anna'), renewed: tokenOf('ben') });
  await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({ status: 401 });
  expect(wire.sent).toHaveLength(1);
});

test('an aborted call is not retried', async () => {
  const wire = createFakeHttp(['lost', 'lost']);
  const aborted = wire.call('homeFeed', { ...feed, signal: AbortSignal.abort() });
  await expect(aborted).rejects.not.toBeInstanceOf(ApiError);
  expect(wire.sent).toHaveLength(1);
});
