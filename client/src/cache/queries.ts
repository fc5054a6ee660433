import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as activities from '../api/activities.ts';
import type { Call } from '../api/http-client.ts';
import * as messages from '../api/messages.ts';
import { queryKeys } from './query-keys.ts';
import * as users from '../api/users.ts';

/** Counts of likes and reposts are no events, so visitors, who have no socket, ask for them by the minute. */
const COUNTS_REFETCH_MS = 60_000;

/** Asks again while there is something to see; a page that is refused is not asked for for ever. */
function refetchIntervalFor(asVisitor: boolean) {
  return ({ state }: { state: { error: unknown } }) =>
    asVisitor && state.error === null ? COUNTS_REFETCH_MS : false;
}

/** What a page was refused that the server made is not asked for again by the browser that gets it, in milliseconds. */
const ERROR_FRESH_MS = 10_000;

const retryOnMount = ({ state }: { state: { errorUpdatedAt: number } }) =>
  Date.now() - state.errorUpdatedAt > ERROR_FRESH_MS;

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  /** `keepLists` says when a list goes. */
  gcTime: Infinity,
};

/** Of a list that the viewer's events keep level, age is no reason to ask for all its pages again. */
const streamUpdated = { ...paging, staleTime: Infinity };

export function homeQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: queryKeys.home,
    queryFn: ({ pageParam: before, signal }) => activities.fetchHomeFeed(call, { before, signal }),
  });
}

export function notificationsQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: queryKeys.notifications,
    queryFn: ({ pageParam: before, signal }) => activities.fetchNotifications(call, { before, signal }),
  });
}

export function profileQuery(call: Call, handle: string, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: queryKeys.profile(handle),
    queryFn: ({ pageParam: before, signal }) => activities.fetchProfilePage(call, handle, { before, signal }),
    retryOnMount,
    refetchInterval: refetchIntervalFor(asVisitor),
  });
}

export function postQuery(call: Call, address: activities.PostAddress, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...(asVisitor ? paging : streamUpdated),
    queryKey: queryKeys.post(address.activity_uuid),
    queryFn: ({ pageParam: before, signal }) => activities.fetchPost(call, address, { before, signal }),
    retryOnMount,
    refetchInterval: refetchIntervalFor(asVisitor),
  });
}

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

export function meQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => users.fetchMe(call, signal),
    select: ({ head }) => head,
  });
}

export function personQuery(call: Call, handle: string) {
  return queryOptions({
    queryKey: queryKeys.person(handle),
    queryFn: ({ signal }) => users.fetchShortUser(call, handle, signal),
    // List and conversation share this query, so both see a missing user alike.
    retryOnMount: false,
  });
}

export function trendsQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.trends,
    queryFn: ({ signal }) => users.fetchTrends(call, signal),
    refetchInterval: 60_000,
  });
}

export function suggestedQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.suggested,
    queryFn: ({ signal }) => users.fetchSuggestedUsers(call, signal),
  });
}

export function searchOnceQuery(call: Call, term: string) {
  return queryOptions({
    queryKey: queryKeys.searchOnce(term),
    queryFn: ({ signal }) => activities.searchOnce(call, term, signal),
    enabled: term !== '',
  });
}

export function searchQuery(call: Call, term: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: queryKeys.search(term),
    queryFn: ({ signal }) => activities.fetchSearchPage(call, term, signal),
  });
}
