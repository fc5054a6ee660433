import { routes, type RouteName } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import type { AddressBudget, Limiter } from '../../../server/src/http/rate-limits.ts';
import { fillPath, startTestHttpApp } from './test-http-app.ts';

/** Every answer to callers without a session, and its limit. The pool's addresses are in its own test. */
const bounds: Record<string, AddressBudget | 'from memory'> = {
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /avatars/processed/6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a.jpg': 'public',
  'PUT /avatars/uploads/a.png': 'public',
  'GET /healthz': 'from memory',
  'GET /api/openapi.json': 'from memory',
  'GET /api/asyncapi.json': 'from memory',
  'OPTIONS /api/activities': 'from memory',
  'GET /api/nowhere': 'from memory',
  'GET /avatars/nowhere': 'from memory',
  'GET /local/nowhere': 'from memory',
};

const calls = (Object.keys(routes) as RouteName[]).map(
  (name) => [`${routes[name].method} ${fillPath(name)}`, routes[name].budget] as const,
);

describe('[RATE-4] without a token,', () => {
  it.each([...calls, ...Object.entries(bounds)])('%s is bounded: %s', async (request, bound) => {
    const spent: AddressBudget[] = [];
    const limiter: Limiter = {
      consumeByAddress: (_address, budget) => Promise.resolve(void spent.push(budget)),
      consumeByPerson: () => Promise.resolve(),
    };
    // A picture in memory needs no look-up: this one is not.
    const pictures = {
      find: async (_sub: string, options: { beforeLookUp: () => Promise<void> }) => {
        await options.beforeLookUp();
        return null;
      },
      evict: () => undefined,
    };
    await using app = await startTestHttpApp({
      limiter,
      pictureCache: pictures,
      receiveUpload: () => Promise.resolve(),
    });
    const [method = '', path = ''] = request.split(' ');
    await fetch(app.url + path, { method });
    expect(spent).toEqual(bound === 'from memory' ? [] : [bound]);
  });
});
