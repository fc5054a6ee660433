import * as z from 'zod/mini';
import { uuid } from './primitives.ts';

/**
 * How a conversation stands for one member: a request that the member has sent or received, `open` without a request, `deleted` by this
 * member. Its sender does not learn that it was deleted.
 */
export const requestState = z.object({
  message_group_uuid: uuid,
  state: z.enum(['sent', 'received', 'open', 'deleted']),
});
export type RequestState = z.infer<typeof requestState>;
