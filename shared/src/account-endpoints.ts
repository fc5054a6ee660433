import type { Endpoint } from './route-types.ts';

/** The calls about a person's sessions and data. A file of its own, which the client loads with the settings and not with its first chunk. */
export const accountEndpoints = {
  sessions: { method: 'GET', path: '/api/users/me/sessions' },
  endListedSession: { method: 'DELETE', path: '/api/users/me/sessions/{session_uuid}' },
  exportData: { method: 'POST', path: '/api/users/me/export' },
} as const satisfies Record<string, Endpoint>;
