import type { Endpoint } from './route-types.ts';

/** The calls about blocked people. A file of its own, which the client loads with the first of them and not with its first chunk. */
export const blockEndpoints = {
  blockedPeople: { method: 'GET', path: '/api/blocks' },
  blockPerson: { method: 'PUT', path: '/api/blocks/{cognito_user_uuid}' },
  unblockPerson: { method: 'DELETE', path: '/api/blocks/{cognito_user_uuid}' },
} as const satisfies Record<string, Endpoint>;
