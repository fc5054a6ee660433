import { describe, expect, it } from 'vitest';
import { OverloadRefusal, Refusal } from '../../../server/src/domain/errors.ts';
import { createTestClock } from '../../../server/src/domain/clock.ts';
import { createRecordingUseCases, startTestHttpApp, sendRequest } from './test-http-app.ts';

const failingWith = (failure: Error) => ({
  useCases: createRecordingUseCases([], { trends: () => Promise.reject(failure) }),
});
const trends = { token: 'good' };

describe('[DOOR-11] a success', () => {
  it('carries its snapshot’s cursors and the next page’s address', async () => {
    const homeFeed = () =>
      Promise.resolve({
        encoded: '[]',
        next: 'x/1',
        cursors: { public: { seq: 5, tag: 'a1' }, me: { seq: 2, tag: 'b2' } },
      });
    await using app = await startTestHttpApp({ useCases: createRecordingUseCases([], { homeFeed }) });
    const { headers } = await sendRequest(app, '/api/activities/home?limit=7&x=1&before=old', {
      token: 'good',
    });
    expect(headers.get('x-cursor')).toBe('public=5.a1;me=2.b2');
    expect(headers.get('link')).toBe('</api/activities/home?x=1&before=x%2F1&limit=7>; rel="next"');
  });

  it('is never a 304', async () => {
    await using app = await startTestHttpApp();
    const answer = await sendRequest(app, '/api/trends', { ...trends, headers: { 'if-none-match': '*' } });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
  });
});

describe('[DOOR-12] a failure', () => {
  it('carries the codes of a refusal and the time to wait', async () => {
    await using app = await startTestHttpApp(failingWith(new Refusal('generic_503', 7)));
    const answer = await sendRequest(app, '/api/trends', trends);
    expect([answer.status, answer.json]).toEqual([503, ['generic_503']]);
    expect(['7', '8', '9']).toContain(answer.headers.get('retry-after'));
  });

  it('[ERR-9] of many concurrent callers spreads their return over three seconds', async () => {
    await using app = await startTestHttpApp(failingWith(new Refusal('generic_503', 1)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => sendRequest(app, '/api/trends', trends)),
    );
    const waits = new Set(answers.map(({ headers }) => headers.get('retry-after')));
    expect(waits).toEqual(new Set(['1', '2', '3']));
  });

  it('[ERR-10] under load is not logged, unlike that of a provider which is unavailable', async () => {
    await using overloaded = await startTestHttpApp(failingWith(new OverloadRefusal()));
    const { status, json, headers } = await sendRequest(overloaded, '/api/trends', trends);
    expect([status, json]).toEqual([503, ['generic_503']]);
    expect(['1', '2', '3']).toContain(headers.get('retry-after'));
    expect(overloaded.logLines.join()).not.toContain('a call failed');
    await using unavailable = await startTestHttpApp(failingWith(new Refusal('generic_503', 1)));
    await sendRequest(unavailable, '/api/trends', trends);
    expect(unavailable.logLines.join()).toContain('a call failed');
  });

  it('of an unknown kind hides its details from the caller and logs its origin', async () => {
    await using app = await startTestHttpApp(failingWith(new TypeError('a secret detail')));
    const answer = await sendRequest(app, '/api/trends', trends);
    expect([answer.status, answer.json]).toEqual([500, ['generic_500']]);
    expect(app.logLines.join()).toContain('answers.test.ts');
  });

  it('of the database is logged without the values it quotes', async () => {
    const fault = Object.assign(new Error('invalid "a private text"'), { severity: 'ERROR', code: '22P02' });
    await using app = await startTestHttpApp(failingWith(fault));
    expect(await sendRequest(app, '/api/trends', trends)).toMatchObject({ status: 500 });
    expect(app.logLines.join()).toContain('22P02');
    expect(app.logLines.join()).not.toContain('private');
  });
});

it('[DOOR-13] tokens, addresses and bodies are not logged', async () => {
  await using app = await startTestHttpApp();
  await sendRequest(app, '/api/activities', {
    method: 'POST',
    token: 'good',
    body: { message: 'a private text' },
  });
  await sendRequest(app, '/avatars/uploads/a.png?signature=hidden', {
    method: 'PUT',
    token: 'good',
    text: 'x',
  });
  expect(app.logLines.join()).not.toMatch(/private|good|hidden|Bearer/);
});

describe('[DOOR-14] other origins', () => {
  const from = (origin: string) => ({ headers: { origin, 'access-control-request-method': 'POST' } });

  it('are allowed when they are configured, with the headers they may read', async () => {
    await using app = await startTestHttpApp();
    const { headers } = await sendRequest(app, '/api/trends', {
      ...trends,
      ...from('https://friend.example'),
    });
    expect(headers.get('access-control-allow-origin')).toBe('https://friend.example');
    expect(headers.get('access-control-expose-headers')).toBe('X-Cursor, X-Request-Id, Link, Retry-After');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('may send a preflight request', async () => {
    await using app = await startTestHttpApp();
    const preflight = { method: 'OPTIONS', ...from('https://friend.example') };
    const { status, headers } = await sendRequest(app, '/api/activities', preflight);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')).toContain('amz-sdk-invocation-id');
  });

  it('get the methods of a path when OPTIONS is no preflight', async () => {
    await using app = await startTestHttpApp();
    const request = { method: 'OPTIONS', headers: { origin: 'https://friend.example' } };
    const { status, headers } = await sendRequest(app, '/api/trends', request);
    expect(status).toBe(204);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each(['https://friend.example.evil.test', 'http://friend.example', 'null'])(
    '%s may not read',
    async (origin) => {
      await using app = await startTestHttpApp();
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await sendRequest(app, '/api/trends', { method, ...from(origin) });
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );
});

it('[DOOR-15] only the site’s own files run in a page', async () => {
  await using app = await startTestHttpApp();
  const { headers } = await sendRequest(app, '/');
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of [
    ...[
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self' https://idp.example",
    ],
    ...["frame-ancestors 'none'", "require-trusted-types-for 'script'"],
  ]) {
    expect(policy.split(';')).toContain(part);
  }
  expect(policy).not.toContain('unsafe');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

describe('[DOOR-16] the monitoring endpoints', () => {
  it('answer while everything works', async () => {
    await using app = await startTestHttpApp();
    expect(await sendRequest(app, '/healthz')).toMatchObject({ status: 200 });
    expect(await sendRequest(app, '/readyz')).toMatchObject({
      status: 200,
      json: { ready: true, degraded: [] },
    });
    expect((await sendRequest(app, '/metrics')).text).toContain(
      'cruddur_http_seconds_count{route="other",status="200"} 2',
    );
    expect(await sendRequest(app, '/readyz', { method: 'POST' })).toMatchObject({ status: 405 });
  });

  it('answer 503 while the gateway cannot serve', async () => {
    await using app = await startTestHttpApp({
      readiness: () => Promise.resolve({ ready: false, degraded: ['store'] }),
    });
    const { status, json } = await sendRequest(app, '/readyz');
    expect([status, json]).toEqual([503, { ready: false, degraded: ['store'] }]);
  });
});

it('[DOOR-17] the test clock moves only where it is enabled', async () => {
  const testClock = createTestClock({ now: () => new Date('2030-01-01T00:00:00.000Z') });
  await using app = await startTestHttpApp({ testClock });
  const ahead = (advance_ms: unknown) =>
    sendRequest(app, '/local/clock', { method: 'POST', body: { advance_ms } });
  expect((await ahead(3_660_000)).json).toEqual({ now: '2030-01-01T01:01:00.000Z' });
  for (const wrong of [-1, 0.5, '5', null]) expect((await ahead(wrong)).status).toBe(400);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const proxied = { method: 'POST', body: { advance_ms: 1 }, headers };
  expect((await sendRequest(app, '/local/clock', proxied)).status).toBe(403);
  expect(testClock.now().toISOString()).toBe('2030-01-01T01:01:00.000Z');
});
