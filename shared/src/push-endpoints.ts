import type { Endpoint } from './route-types.ts';

/** The calls about Web Push. A file of its own, which the client loads with the settings and not with its first chunk. */
export const pushEndpoints = {
  pushSettings: { method: 'GET', path: '/api/push' },
  subscribePush: { method: 'PUT', path: '/api/push' },
  unsubscribePush: { method: 'DELETE', path: '/api/push' },
} as const satisfies Record<string, Endpoint>;
