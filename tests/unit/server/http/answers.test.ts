import { expect, it } from 'vitest';
import { OverloadRefusal, Refusal } from '../../../../server/src/domain/errors.ts';
import { createTestClock } from '../../../../server/src/domain/clock.ts';
import { createRecordingUseCases, startTestHttpApp, sendRequest } from './test-http-app.ts';

const failingWith = (failure: Error) => ({
  useCases: createRecordingUseCases([], { trends: () => Promise.reject(failure) }),
});
const trends = { token: 'good' };

it('[DOOR-11] a success carries its snapshot’s cursors and the next page’s address, and is never a 304', async () => {
  const homeFeed = () =>
    Promise.resolve({
      encoded: '[]',
      next: 'x/1',
      cursors: { public: { seq: 5, tag: 'a1' }, me: { seq: 2, tag: 'b2' } },
    });
  await using app = await startTestHttpApp({ useCases: createRecordingUseCases([], { homeFeed }) });
  const { status, headers } = await sendRequest(app, '/api/activities/home?limit=7&x=1&before=old', {
    ...{ token: 'good', headers: { 'if-none-match': '*' } },
  });
  expect([status, headers.get('etag')]).toEqual([200, null]);
  expect(headers.get('x-cursor')).toBe('public=5.a1;me=2.b2');
  expect(headers.get('link')).toBe('</api/activities/home?x=1&before=x%2F1&limit=7>; rel="next"');
});

it('[DOOR-12, ERR-5] a refusal carries its codes, and spreads the return of many callers over three seconds', async () => {
  await using app = await startTestHttpApp(failingWith(new Refusal('generic_503', 7)));
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => sendRequest(app, '/api/trends', trends)),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, json: ['generic_503'] });
  const waits = new Set(answers.map(({ headers }) => headers.get('retry-after')));
  expect(waits).toEqual(new Set(['7', '8', '9']));
});

it('a failure under load is not logged, unlike that of a provider which is unavailable', async () => {
  await using overloaded = await startTestHttpApp(failingWith(new OverloadRefusal()));
  const { status, json, headers } = await sendRequest(overloaded, '/api/trends', trends);
  expect([status, json]).toEqual([503, ['generic_503']]);
  expect(['1', '2', '3']).toContain(headers.get('retry-after'));
  expect(overloaded.logLines.join()).not.toContain('a call failed');
  await using unavailable = await startTestHttpApp(failingWith(new Refusal('generic_503', 1)));
  await sendRequest(unavailable, '/api/trends', trends);
  expect(unavailable.logLines.join()).toContain('a call failed');
});

it.each([
  ['of an unknown kind', new TypeError('a private detail'), 'answers.test.ts'],
  [
    'of the database, with the values it quotes,',
    Object.assign(new Error('invalid "a private text"'), { severity: 'ERROR', code: '22P02' }),
    '22P02',
  ],
])('[DOOR-12] a failure %s hides its details and logs its origin', async (_what, failure, logged) => {
  await using app = await startTestHttpApp(failingWith(failure));
  const answer = await sendRequest(app, '/api/trends', trends);
  expect([answer.status, answer.json]).toEqual([500, ['generic_500']]);
  expect(app.logLines.join()).toContain(logged);
  if (logged === '22P02') expect(app.logLines.join()).not.toContain('private');
});

it('[DOOR-13] tokens, addresses and bodies are not logged', async () => {
  await using app = await startTestHttpApp();
  const crud = { method: 'POST', token: 'good', body: { message: 'a private text' } };
  await sendRequest(app, '/api/activities', crud);
  const upload = { method: 'PUT', token: 'good', text: 'x' };
  await sendRequest(app, '/avatars/uploads/a.png?signature=hidden', upload);
  expect(app.logLines.join()).not.toMatch(/private|good|hidden|Bearer/);
});

const from = (origin: string) => ({ headers: { origin, 'access-control-request-method': 'POST' } });
const friend = from('https://friend.example');

it('[DOOR-14] other origins may read answers with their headers, and send preflight requests, when they are configured', async () => {
  await using app = await startTestHttpApp();
  const { headers } = await sendRequest(app, '/api/trends', { ...trends, ...friend });
  expect(headers.get('access-control-allow-origin')).toBe('https://friend.example');
  expect(headers.get('access-control-expose-headers')).toBe('X-Cursor, X-Request-Id, Link, Retry-After');
  for (const name of ['access-control-allow-credentials', 'set-cookie']) expect(headers.get(name)).toBeNull();
  const preflight = await sendRequest(app, '/api/activities', { method: 'OPTIONS', ...friend });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('amz-sdk-invocation-id');
  const plain = { method: 'OPTIONS', headers: { origin: 'https://friend.example' } };
  const methods = await sendRequest(app, '/api/trends', plain);
  expect([methods.status, methods.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect(methods.headers.get('vary')).toContain('Origin');
});

it('[DOOR-14] other origins may not read when they are not configured', async () => {
  await using app = await startTestHttpApp();
  for (const origin of ['https://friend.example.evil.test', 'http://friend.example', 'null'])
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await sendRequest(app, '/api/trends', { method, ...from(origin) });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
});

it('[DOOR-15] only the site’s own files run in a page', async () => {
  await using app = await startTestHttpApp();
  const { headers } = await sendRequest(app, '/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split(';')).toEqual(
    expect.arrayContaining([
      ...["default-src 'self'", "script-src 'self'", "style-src 'self'"],
      ...["connect-src 'self' https://idp.example", "frame-ancestors 'none'"],
      "require-trusted-types-for 'script'",
    ]),
  );
  expect(policy).not.toContain('unsafe');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

it('[DOOR-16] the monitoring endpoints answer, and 503 while the gateway cannot serve', async () => {
  const readiness = { ready: true, degraded: [] as string[] };
  await using app = await startTestHttpApp({ readiness: () => Promise.resolve(readiness) });
  expect(await sendRequest(app, '/healthz')).toMatchObject({ status: 200 });
  expect(await sendRequest(app, '/readyz')).toMatchObject({ status: 200, json: readiness });
  expect((await sendRequest(app, '/metrics')).text).toContain(
    'cruddur_http_seconds_count{route="other",status="200"} 2',
  );
  expect(await sendRequest(app, '/readyz', { method: 'POST' })).toMatchObject({ status: 405 });
  Object.assign(readiness, { ready: false, degraded: ['store'] });
  expect(await sendRequest(app, '/readyz')).toMatchObject({ status: 503, json: readiness });
});

it('the test clock moves only where it is enabled', async () => {
  const testClock = createTestClock({ now: () => new Date('2030-01-01T00:00:00.000Z') });
  await using app = await startTestHttpApp({ testClock });
  const ahead = (advance_ms: unknown, headers = {}) =>
    sendRequest(app, '/local/clock', { method: 'POST', body: { advance_ms }, headers });
  expect((await ahead(3_660_000)).json).toEqual({ now: '2030-01-01T01:01:00.000Z' });
  for (const wrong of [-1, 0.5, '5', null]) expect((await ahead(wrong)).status).toBe(400);
  expect((await ahead(1, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403);
  expect(testClock.now().toISOString()).toBe('2030-01-01T01:01:00.000Z');
});
