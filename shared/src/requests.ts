import * as z from 'zod/mini';
import { messageGroup } from './messages.ts';
import { count, uuid } from './primitives.ts';

/**
 * How a conversation stands for one member: a request that the member has sent or received, `open` without a request, `deleted` by this
 * member. Its sender does not learn that it was deleted.
 */
export const requestState = z.object({
  message_group_uuid: uuid,
  state: z.enum(['sent', 'received', 'open', 'deleted']),
});
export type RequestState = z.infer<typeof requestState>;

const requestDetails = z.extend(requestState, {
  /** How many messages a sent request still takes; absent when its recipient takes any by now. */
  messages_left: z.optional(count),
});
export type RequestDetails = z.infer<typeof requestDetails>;

/** The calls about message requests. */
export const requestCalls = {
  messageRequests: {
    summary: 'List the requests that wait for the viewer’s answer, latest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(messageGroup),
    errors: [],
  },
  messageRequest: {
    summary: 'Get whether a conversation of the viewer is a request',
    access: 'person',
    budget: 'read',
    snapshot: true,
    output: requestDetails,
    errors: ['message_group_not_found'],
  },
  acceptRequest: {
    summary: 'Accept a request, which makes it a conversation of both',
    access: 'person',
    budget: 'write',
    output: requestState,
    errors: ['message_group_not_found', 'generic_403', 'generic_404', 'message_not_allowed'],
  },
  deleteRequest: {
    summary: 'Delete a request and its messages for the viewer; its sender can’t write again',
    access: 'person',
    budget: 'write',
    output: requestState,
    errors: ['message_group_not_found', 'generic_403', 'generic_404'],
  },
} as const;
