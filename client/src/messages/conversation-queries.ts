import type { ConversationLifetime } from '@cruddur/shared';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Call } from '../api/http-client.ts';
import { fetchLifetime } from '../api/lifetimes.ts';
import * as messages from '../api/messages.ts';
import type { LifetimePage } from '../api/pages.ts';
import { updateCachedLists } from './cached-lists.ts';
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

export function lifetimeQuery(call: Call, group: string) {
  return queryOptions({
    queryKey: queryKeys.lifetime(group),
    queryFn: ({ signal }) => fetchLifetime(call, group, signal),
    select: ({ head }) => head,
    staleTime: Infinity,
  });
}

/** Shows the new lifetime at once; the event that follows changes nothing more. */
export function onLifetimeChanged(client: QueryClient, head: ConversationLifetime): void {
  const queryKey = queryKeys.lifetime(head.message_group_uuid);
  updateCachedLists<LifetimePage>(client, { queryKey, exact: true }, (page) => ({ ...page, head }));
}
