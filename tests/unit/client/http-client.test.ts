import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { createFakeHttp } from './fake-http.ts';

const feed = { before: null };

describe('the HTTP client', () => {
  test('[CALL-1] sends token, operation id, attempt and no-store, and returns body, cursors and next page', async () => {
    const wire = createFakeHttp([
      {
        status: 200,
        body: [],
        headers: { 'x-cursor': 'public=7.ab;me=2.cd', link: '</api/x?before=o%2F1&limit=50>; rel="next"' },
      },
    ]);
    const answer = await wire.call('homeFeed', { ...feed, operationId: 'operation-1' });
    expect(answer).toEqual({
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

  test('[CALL-1] fills the path and sends the body as JSON', async () => {
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
      const wire = createFakeHttp(Array.from({ length: 3 }, () => ({ status, body: [`generic_${status}`] })));
      await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({
        status,
        codes: [`generic_${status}`],
      });
      expect(wire.sent.map(({ headers }) => headers['amz-sdk-request'])).toEqual([
        'attempt=1; max=3',
        'attempt=2; max=3',
        'attempt=3; max=3',
      ]);
      expect(new Set(wire.sent.map(({ headers }) => headers['amz-sdk-invocation-id'])).size).toBe(1);
      expect(wire.waits).toEqual([250, 450]);
    },
  );

  test('[CALL-2] the wait that the server names is kept, up to five minutes', async () => {
    const answer = { status: 429, body: ['generic_429'] };
    const wire = createFakeHttp([
      { ...answer, headers: { 'retry-after': '7' } },
      { ...answer, headers: { 'retry-after': '9999' } },
      { status: 200, body: [] },
    ]);
    await wire.call('homeFeed', feed);
    expect(wire.waits).toEqual([7000, 300_000]);
  });

  test('[CALL-2] a lost connection is retried; lost three times it is generic_500', async () => {
    const once = createFakeHttp(['lost', { status: 200, body: [] }]);
    await expect(once.call('homeFeed', feed)).resolves.toMatchObject({ data: [] });
    const thrice = createFakeHttp(['lost', 'lost', 'lost']);
    await expect(thrice.call('homeFeed', feed)).rejects.toMatchObject({ status: 0, codes: ['generic_500'] });
  });

  test('[CALL-3] a 4xx is final and yields its codes', async () => {
    const codes = ['message_blank', 'ttl_blank'];
    const wire = createFakeHttp([{ status: 422, body: codes }]);
    const failure: unknown = await wire.call('homeFeed', feed).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 422, codes });
    expect(wire.sent).toHaveLength(1);
  });

  test.each(['<html>', '{"message":"no"}', '[]', '[1]'])(
    '[CALL-3] the body %s yields the code of the status',
    async (text) => {
      const wire = createFakeHttp([{ status: 404, text }]);
      await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({ codes: ['generic_404'] });
    },
  );

  test.each([201, 204, 304])('[CALL-3] only status 200 is a success, %i is not', async (status) => {
    const wire = createFakeHttp([{ status }]);
    await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({ status });
  });

  test('[CALL-4] a 401 causes one forced refresh and one more try', async () => {
    const wire = createFakeHttp([
      { status: 401, body: ['generic_401'] },
      { status: 200, body: [] },
    ]);
    await wire.call('homeFeed', feed);
    expect(wire.sent.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(wire.refreshes).toEqual([true]);
  });

  test('[CALL-4] a second 401 is final', async () => {
    const refused = { status: 401, body: ['generic_401'] };
    const wire = createFakeHttp([refused, refused]);
    await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({ codes: ['generic_401'] });
    expect(wire.refreshes).toEqual([true]);
  });

  test('[CALL-4] a visitor’s 401 refreshes nothing', async () => {
    const wire = createFakeHttp([{ status: 401, body: ['generic_401'] }], { token: null });
    await expect(wire.call('homeFeed', feed)).rejects.toMatchObject({ status: 401 });
    expect(wire.refreshes).toEqual([]);
    expect(wire.sent[0]?.headers.authorization).toBeUndefined();
  });

  test('an aborted call is not retried', async () => {
    const wire = createFakeHttp(['lost', 'lost']);
    await expect(wire.call('homeFeed', { ...feed, signal: AbortSignal.abort() })).rejects.not.toBeInstanceOf(
      ApiError,
    );
    expect(wire.sent).toHaveLength(1);
  });
});
