import type { Endpoint } from './route-types.ts';

/** The calls about privacy settings. A file of its own, which the client loads with the settings and not with its first chunk. */
export const privacyEndpoints = {
  privacySettings: { method: 'GET', path: '/api/users/me/privacy' },
  changePrivacySettings: { method: 'PUT', path: '/api/users/me/privacy' },
} as const satisfies Record<string, Endpoint>;
