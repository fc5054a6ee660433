import { openVault } from '@cruddur/local-pool';
import { ERRORS, routes } from '@cruddur/shared';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { openKeyRing } from '../../../server/local-pool/src/secrets/signing-keys.ts';
import { signJwt } from '../../../server/local-pool/src/tokens/jwt.ts';
import { createClient } from '../../support/clients.ts';
import { decodeClaims } from '../../support/local-pool/people.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

describe('generic refusals', () => {
  let app: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    ann = await app.signUp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each([
    ['POST', '/api/activities', '{"message"', 400],
    ['POST', '/api/activities', '[]', 400],
    ['POST', '/api/activities', 'null', 400],
    ['POST', '/api/activities', `{"message":"${'x'.repeat(17_000)}"}`, 413],
    ['POST', '/api/activities', '['.repeat(16_000), 400],
    ['POST', '/api/activities', '{"__proto__":{"message":"x"}}', 422],
    ['GET', '/api/nowhere', undefined, 404],
    ['PATCH', '/api/activities', undefined, 405],
    ['DELETE', '/api/trends', undefined, 405],
  ])('[ERR-1] %s %s is refused with a code', async (method, path, body, status) => {
    const answer = await ann.send(method, path, { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual([status === 422 ? 'message_blank' : `generic_${status}`]);
  });

  it('[ERR-2] another content type is a 415', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await ann.send('POST', '/api/activities', { body: '{"message":"x"}', headers });
    expect([answer.status, answer.body]).toEqual([415, ['generic_415']]);
  });

  it('[ERR-3] a call that needs a user refuses visitors before it checks anything else', async () => {
    for (const route of Object.values(routes)) {
      if (route.access !== 'person') continue;
      const path = route.path.replaceAll(/\{\w+\}/g, 'x');
      const answer = await app.visitor.send(route.method, path, {
        body: route.method === 'GET' ? undefined : '{',
      });
      expect([route.path, answer.status, answer.body]).toEqual([route.path, 401, ['generic_401']]);
    }
  });

  it('[TOKEN-3] a token of the pool without a user is a 422 with its own code', async () => {
    const { poolDb: db } = app.store;
    const ring = await openKeyRing({ db, vault: await openVault(db), clock: systemClock });
    const { sub: _nobody, ...claims } = decodeClaims(ann.accessToken);
    const token = await signJwt(ring.currentKeys(), claims);
    const answer = await createClient(app.url, token).call('me');
    expect([answer.status, answer.body]).toEqual([422, ['cognito_user_id_blank']]);
  });

  it('[ERR-4] calls over the limit are a 429 with the time to wait', async () => {
    await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const lookUp = () => limited.visitor.call('handleAvailable', { params: { handle: 'stranger' } });
    const answers = await Promise.all(Array.from({ length: 700 }, lookUp));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual(['generic_429']);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('[ERR-5] an unreachable store is a 503 with the time to wait', async () => {
    const otherApp = await startTestApp();
    const person = await otherApp.signUp();
    await otherApp.store.close();
    const answer = await person.call('homeFeed');
    expect([answer.status, answer.body]).toEqual([503, ['generic_503']]);
    expect(['1', '2', '3']).toContain(answer.headers.get('retry-after'));
    await otherApp[Symbol.asyncDispose]();
  });

  it('[ERR-6] malformed HTTP is answered with a code', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(app.url, {
        method: 'GET',
        path: '/api/trends',
        headers: { big: 'x'.repeat(40_000) },
      });
      sent.on('response', (response) => resolve(response.resume().statusCode));
      sent.on('error', reject).end();
    });
    expect(status).toBe(400);
  });

  it('[ERR-7] every code has a status and a text', () => {
    for (const [code, { status, text }] of Object.entries(ERRORS)) {
      expect([code, status >= 400 && text.length > 0]).toEqual([code, true]);
    }
  });
});
