import type { Endpoint } from './route-types.ts';

/** The calls about how long messages last. A file of its own, which the client loads with a conversation and not with its first chunk. */
export const lifetimeEndpoints = {
  messageLifetime: { method: 'GET', path: '/api/message_groups/{message_group_uuid}/lifetime' },
  setMessageLifetime: { method: 'PUT', path: '/api/message_groups/{message_group_uuid}/lifetime' },
} as const satisfies Record<string, Endpoint>;
