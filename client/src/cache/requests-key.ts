import type { StreamEvent } from '@cruddur/shared';

/** Apart from `query-keys`, which is in the first chunk. Events that concern requests make its queries stale. */
export const REQUESTS_KEY = ['requests'] as const;

/** Whether an event may change the list of requests or the state of one. */
export function concernsRequests({ kind, data }: StreamEvent): boolean {
  switch (kind) {
    case 'request.changed':
    case 'message.removed':
    case 'messages.erased':
    case 'person.hidden':
    case 'person.shown':
      return true;
    case 'message.created':
      return data.request === true;
    default:
      return false;
  }
}
