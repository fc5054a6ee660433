import { routes, type RouteName } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { bayko, fillPath, validBodies, startTestHttpApp, sendRequest } from '../unit/http/test-http-app.ts';

const names = Object.keys(routes) as RouteName[];

describe.each(names)('%s', (name) => {
  const { method, access } = routes[name];
  const request = { method, body: validBodies[name] };

  it('[DOOR-1] is answered by its own use case for a signed-in user', async () => {
    await using app = await startTestHttpApp();
    const answer = await sendRequest(app, fillPath(name), { ...request, token: 'good' });
    expect([answer.status, answer.json]).toEqual([200, { from: name }]);
    expect(app.recordedCalls[0]?.call.viewer).toEqual(access === 'public' ? null : bayko);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('[DOOR-2] admits visitors only where the table allows it', async () => {
    await using app = await startTestHttpApp();
    const answer = await sendRequest(app, fillPath(name), request);
    expect(answer.status).toBe(access === 'person' ? 401 : 200);
    expect(answer.json).toEqual(access === 'person' ? ['generic_401'] : { from: name });
    expect(app.recordedCalls).toHaveLength(access === 'person' ? 0 : 1);
  });

  it.each(['Bearer expired', 'Bearer', 'Basic Z29vZA==', ''])(
    '[DOOR-2] refuses the authorization "%s" unless the call is public',
    async (authorization) => {
      await using app = await startTestHttpApp();
      const answer = await sendRequest(app, fillPath(name), { ...request, headers: { authorization } });
      expect(answer.status).toBe(access === 'public' ? 200 : 401);
    },
  );
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

it('[DOOR-3] HEAD is answered like GET, without a body', async () => {
  await using app = await startTestHttpApp();
  const answer = await sendRequest(app, '/api/trends', { method: 'HEAD', token: 'good' });
  expect([answer.status, answer.text]).toEqual([200, '']);
});

it.each(['/api', '/api/nothing', '/api/activities/home/more', '/avatars/nothing', '/local/clock'])(
  '[DOOR-4] %s is unknown',
  async (path) => {
    await using app = await startTestHttpApp();
    const answer = await sendRequest(app, path, { token: 'good' });
    expect([answer.status, answer.json]).toEqual([404, ['generic_404']]);
  },
);
