import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '../api/http-client.ts';
import * as messages from '../api/messages.ts';
import { streamUpdated } from './queries.ts';
import { queryKeys } from './query-keys.ts';

// Apart from queries.ts, which is in the entry chunk.

export function conversationsQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: queryKeys.conversations,
    queryFn: ({ pageParam: before, signal }) => messages.fetchConversations(call, { before, signal }),
  });
}

export function messagesQuery(call: Call, group: string) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: queryKeys.messages(group),
    queryFn: ({ pageParam: before, signal }) => messages.fetchMessages(call, group, { before, signal }),
  });
}
