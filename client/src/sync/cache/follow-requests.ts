import type { OutboxItem } from '../outbox/outbox-item.ts';
import type { RequestState, StreamEvent } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Apart from `query-keys`, which is in the first chunk. */
export const REQUESTS_KEY = ['requests'] as const;

/**
 * Fetches the requests again after each event that may concern them, and the conversations and unread counts after one that moves a
 * conversation between the two lists. Apart from the reducers, which visitors load too.
 */
export function followRequests(client: QueryClient, event: StreamEvent): void {
  if (event.kind === 'request.changed') onRequestChanged(client, event.data);
  else if (mayChangeRequests(event)) void client.invalidateQueries({ queryKey: REQUESTS_KEY });
}

/** The messages of a deleted request must not come back from the cache. */
function onRequestChanged(client: QueryClient, { message_group_uuid: group, state }: RequestState): void {
  if (state === 'deleted') client.removeQueries({ queryKey: queryKeys.messages(group) });
  void refetchAfterAnswer(client);
}

/** Resolves once the lists on the screen are fetched. */
export async function refetchAfterAnswer(client: QueryClient): Promise<void> {
  const keys = [queryKeys.conversations, queryKeys.me, REQUESTS_KEY];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

function mayChangeRequests({ kind, data }: StreamEvent): boolean {
  switch (kind) {
    case 'message.created':
      return data.request === true;
    case 'message.removed':
    case 'messages.erased':
    case 'person.hidden':
    case 'person.shown':
      return true;
    default:
      return false;
  }
}

/** The refusal of a message beyond those that a request takes. */
const UNANSWERED_CODE = 'request_unanswered';

/** Whether it is such a message, which is kept until the request is accepted. */
export function isKeptForRequest({ state, codes }: Pick<OutboxItem, 'state' | 'codes'>): boolean {
  return state === 'refused' && codes.includes(UNANSWERED_CODE);
}
