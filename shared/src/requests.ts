import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-types.ts';
import { messageGroup } from './schemas/message.ts';
import { requestState } from './schemas/request.ts';

/** The calls about message requests. */
export const requestRoutes = {
  messageRequests: {
    ...endpoints.messageRequests,
    summary: 'List the requests that wait for the viewer’s answer, latest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(messageGroup),
    errors: [],
  },
  messageRequest: {
    ...endpoints.messageRequest,
    summary: 'Get whether a conversation of the viewer is a request',
    access: 'person',
    budget: 'read',
    snapshot: true,
    output: requestState,
    errors: ['message_group_not_found'],
  },
  acceptRequest: {
    ...endpoints.acceptRequest,
    summary: 'Accept a request, which makes it a conversation of both',
    access: 'person',
    budget: 'write',
    output: requestState,
    errors: ['message_group_not_found', 'generic_403', 'generic_404', 'message_not_allowed'],
  },
  deleteRequest: {
    ...endpoints.deleteRequest,
    summary: 'Delete a request and its messages for the viewer; its sender can’t write again',
    access: 'person',
    budget: 'write',
    output: requestState,
    errors: ['message_group_not_found', 'generic_403', 'generic_404'],
  },
} as const satisfies Record<string, RouteShape>;
