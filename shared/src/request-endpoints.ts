import type { Endpoint } from './route-types.ts';

/** The calls about message requests. A file of its own, which the client loads with the messages and not with its first chunk. */
export const requestEndpoints = {
  messageRequests: { method: 'GET', path: '/api/message_requests' },
  messageRequest: { method: 'GET', path: '/api/message_requests/{message_group_uuid}' },
  acceptRequest: { method: 'PUT', path: '/api/message_requests/{message_group_uuid}' },
  deleteRequest: { method: 'DELETE', path: '/api/message_requests/{message_group_uuid}' },
} as const satisfies Record<string, Endpoint>;
