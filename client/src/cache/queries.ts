import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as activities from '../api/activities.ts';
import type { Call } from '../api/http-client.ts';
import { queryKeys } from './query-keys.ts';
import * as users from '../api/users.ts';

/** Counts are not part of the streams, so visitors, who have no socket, fetch them periodically. Milliseconds. */
const COUNTS_REFETCH_MS = 60_000;

/** A query that has failed is not repeated. */
function refetchIntervalFor(asVisitor: boolean) {
  return ({ state }: { state: { error: unknown } }) =>
    asVisitor && state.error === null ? COUNTS_REFETCH_MS : false;
}

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  /** `evictUnobservedLists` evicts lists. */
  gcTime: Infinity,
};

/** Lists that the viewer's stream events keep up to date never become stale. */
export const streamUpdated = { ...paging, staleTime: Infinity };

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
    refetchInterval: refetchIntervalFor(asVisitor),
  });
}

export function postQuery(call: Call, address: activities.PostAddress, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...(asVisitor ? paging : streamUpdated),
    queryKey: queryKeys.post(address.activity_uuid),
    queryFn: ({ pageParam: before, signal }) => activities.fetchPost(call, address, { before, signal }),
    refetchInterval: refetchIntervalFor(asVisitor),
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
    // The list and the conversation share this query: its error must not be fetched again by each.
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
