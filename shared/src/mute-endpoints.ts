import type { Endpoint } from './route-types.ts';

/** The calls about mutes. A file of its own, which the client loads with the first of them and not with its first chunk. */
export const muteEndpoints = {
  mutes: { method: 'GET', path: '/api/mutes' },
  mute: { method: 'POST', path: '/api/mutes' },
  unmute: { method: 'DELETE', path: '/api/mutes/{mute_uuid}' },
} as const satisfies Record<string, Endpoint>;
