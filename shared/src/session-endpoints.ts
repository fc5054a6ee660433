import type { Endpoint } from './route-types.ts';

/** The calls of the session itself. A file of its own, which the client loads with the session and not with its first chunk. */
export const sessionEndpoints = {
  endSession: { method: 'POST', path: '/api/session/end' },
  suspension: { method: 'GET', path: '/api/session/status' },
} as const satisfies Record<string, Endpoint>;
