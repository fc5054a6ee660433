import { routes, type RouteName } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import type { Limiter } from '../../server/src/http/rate-limits.ts';
import {
  bayko,
  fillPath,
  validBodies,
  startTestHttpApp,
  sendRequest,
} from '../unit/server/http/test-http-app.ts';

const names = Object.keys(routes) as RouteName[];

/** A limiter without limits, and the budgets of addresses that were charged. */
function createChargedLimiter() {
  const charged: string[] = [];
  const consumeByAddress: Limiter['consumeByAddress'] = (_, budget) =>
    Promise.resolve(void charged.push(budget));
  return { charged, limiter: { consumeByAddress, consumeByPerson: () => Promise.resolve() } };
}

describe.each(names)('%s', (name) => {
  const { method, access, budget } = routes[name];
  const request = { method, body: validBodies[name] };

  it('[DOOR-11] is answered by its own use case for a signed-in user', async () => {
    await using app = await startTestHttpApp();
    const answer = await sendRequest(app, fillPath(name), { ...request, token: 'good' });
    expect([answer.status, answer.json]).toEqual([200, { from: name }]);
    expect(app.recordedCalls[0]?.call.viewer).toEqual(access === 'public' ? null : bayko);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('[DOOR-2, RATE-4] admits visitors only where the table allows it, charges their address, and refuses wrong tokens unless it is public', async () => {
    const { limiter, charged } = createChargedLimiter();
    await using app = await startTestHttpApp({ limiter });
    const answer = await sendRequest(app, fillPath(name), request);
    expect(answer.status).toBe(access === 'person' ? 401 : 200);
    expect(answer.json).toEqual(access === 'person' ? ['generic_401'] : { from: name });
    expect(app.recordedCalls).toHaveLength(access === 'person' ? 0 : 1);
    expect(charged).toEqual([budget]);
    for (const authorization of ['Bearer expired', 'Bearer', 'Basic Z29vZA==', '']) {
      const { status } = await sendRequest(app, fillPath(name), { ...request, headers: { authorization } });
      expect(status).toBe(access === 'public' ? 200 : 401);
    }
  });
});

/** Answers to callers without a session beside the calls, and their limits; null: from memory. The pool has its own test. */
it.each([
  ['GET /readyz', 'public'],
  ['GET /metrics', 'public'],
  ['GET /avatars/processed/6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a.jpg', 'public'],
  ['PUT /avatars/uploads/a.png', 'public'],
  ['GET /healthz', null],
  ['GET /api/openapi.json', null],
  ['GET /api/asyncapi.json', null],
  ['OPTIONS /api/activities', null],
  ['GET /api/nowhere', null],
  ['GET /avatars/nowhere', null],
  ['GET /local/nowhere', null],
])('[RATE-4] without a token, %s is bounded: %s', async (request, budget) => {
  const { limiter, charged } = createChargedLimiter();
  await using app = await startTestHttpApp({
    limiter,
    // Of a picture that is not in memory.
    pictureCache: { find: (_, options) => options.beforeLookUp().then(() => null), evict: () => undefined },
    receiveUpload: () => Promise.resolve(),
  });
  const [method = '', path = ''] = request.split(' ');
  await fetch(app.url + path, { method });
  expect(charged).toEqual(budget === null ? [] : [budget]);
});

it('[DOOR-3] every path refuses the methods that it lacks and names those that it has', async () => {
  await using app = await startTestHttpApp();
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  for (const path of new Set(names.map((name) => fillPath(name).split('?')[0] ?? ''))) {
    const options = await sendRequest(app, path, { method: 'OPTIONS' });
    const allowed = (options.headers.get('allow') ?? '').split(', ');
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      const answer = await sendRequest(app, path, { method, token: 'good' });
      expect([path, method, answer.status, answer.json]).toEqual([path, method, 405, ['generic_405']]);
      expect(answer.headers.get('allow')?.split(', ')).toEqual(allowed);
    }
  }
  expect(app.recordedCalls).toHaveLength(0);
});

it('[DOOR-3, DOOR-4] HEAD is answered like GET, without a body, and unknown paths are refused as not found', async () => {
  await using app = await startTestHttpApp();
  const head = await sendRequest(app, '/api/trends', { method: 'HEAD', token: 'good' });
  expect([head.status, head.text]).toEqual([200, '']);
  const unknown = ['/api', '/api/nothing', '/api/activities/home/more', '/avatars/nothing', '/local/clock'];
  for (const path of unknown) {
    const { status, json } = await sendRequest(app, path, { token: 'good' });
    expect([status, json]).toEqual([404, ['generic_404']]);
  }
});
