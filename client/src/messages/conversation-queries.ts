import type { ConversationLifetime, MessageLifetime } from '@cruddur/shared';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Call } from '../base/http/http-client.ts';
import * as messages from './messages.ts';
import { type LifetimePage, createPage } from '../base/http/pages.ts';
import { updateCachedLists } from '../sync/cache/cached-lists.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { streamUpdated } from '../sync/cache/query-options.ts';

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

/** How long the messages of a conversation last, as a page without items. */
async function fetchLifetime(call: Call, group: string, signal: AbortSignal): Promise<LifetimePage> {
  const response = await call('messageLifetime', { params: { message_group_uuid: group }, signal });
  return createPage(response, response.data, []);
}

export async function setMessageLifetime(
  call: Call,
  group: string,
  lifetime: MessageLifetime,
): Promise<ConversationLifetime> {
  const params = { message_group_uuid: group };
  return (await call('setMessageLifetime', { params, body: { lifetime } })).data;
}
