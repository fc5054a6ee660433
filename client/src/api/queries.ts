import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as activities from './activities.ts';
import type { Call } from './http-client.ts';
import * as messages from './messages.ts';
import { keys } from './query-keys.ts';
import * as users from './users.ts';

/** Counts of likes and reposts are no events, so visitors, who have no socket, ask for them by the minute. */
const COUNTS_AGAIN_MS = 60_000;

/** Asks again while there is something to see; a page that is refused is not asked for for ever. */
function againWhen(asVisitor: boolean) {
  return ({ state }: { state: { error: unknown } }) =>
    asVisitor && state.error === null ? COUNTS_AGAIN_MS : false;
}

/** What a page was refused that the server made is not asked for again by the browser that gets it, in milliseconds. */
const REFUSAL_HOLDS_MS = 10_000;

const retryOnMount = ({ state }: { state: { errorUpdatedAt: number } }) =>
  Date.now() - state.errorUpdatedAt > REFUSAL_HOLDS_MS;

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  /** `keepLists` says when a list goes. */
  gcTime: Infinity,
};

/** Of a list that the viewer's events keep level, age is no reason to ask for all its pages again. */
const followed = { ...paging, staleTime: Infinity };

export function homeQuery(call: Call) {
  return infiniteQueryOptions({
    ...followed,
    queryKey: keys.home,
    queryFn: ({ pageParam: before, signal }) => activities.homeFeed(call, { before, signal }),
  });
}

export function notificationsQuery(call: Call) {
  return infiniteQueryOptions({
    ...followed,
    queryKey: keys.notifications,
    queryFn: ({ pageParam: before, signal }) => activities.notificationsFeed(call, { before, signal }),
  });
}

export function profileQuery(call: Call, handle: string, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: keys.profile(handle),
    queryFn: ({ pageParam: before, signal }) => activities.profilePage(call, handle, { before, signal }),
    retryOnMount,
    refetchInterval: againWhen(asVisitor),
  });
}

export function postQuery(call: Call, address: activities.PostAddress, asVisitor: boolean) {
  return infiniteQueryOptions({
    ...(asVisitor ? paging : followed),
    queryKey: keys.post(address.activity_uuid),
    queryFn: ({ pageParam: before, signal }) => activities.singlePost(call, address, { before, signal }),
    retryOnMount,
    refetchInterval: againWhen(asVisitor),
  });
}

export function conversationsQuery(call: Call) {
  return infiniteQueryOptions({
    ...followed,
    queryKey: keys.conversations,
    queryFn: ({ pageParam: before, signal }) => messages.conversations(call, { before, signal }),
  });
}

export function messagesQuery(call: Call, group: string) {
  return infiniteQueryOptions({
    ...followed,
    queryKey: keys.messages(group),
    queryFn: ({ pageParam: before, signal }) => messages.messagesOf(call, group, { before, signal }),
  });
}

export function meQuery(call: Call) {
  return queryOptions({
    queryKey: keys.me,
    queryFn: ({ signal }) => users.me(call, signal),
    select: ({ head }) => head,
  });
}

export function personQuery(call: Call, handle: string) {
  return queryOptions({
    queryKey: keys.person(handle),
    queryFn: ({ signal }) => users.shortUser(call, handle, signal),
    // List and room ask alike; who is not there for one is not there for the other.
    retryOnMount: false,
  });
}

export function trendsQuery(call: Call) {
  return queryOptions({
    queryKey: keys.trends,
    queryFn: ({ signal }) => users.trends(call, signal),
    refetchInterval: 60_000,
  });
}

export function suggestedQuery(call: Call) {
  return queryOptions({
    queryKey: keys.suggested,
    queryFn: ({ signal }) => users.suggestedUsers(call, signal),
  });
}

export function findQuery(call: Call, term: string) {
  return queryOptions({
    queryKey: keys.found(term),
    queryFn: ({ signal }) => activities.find(call, term, signal),
    enabled: term !== '',
  });
}

export function searchQuery(call: Call, term: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: keys.search(term),
    queryFn: ({ signal }) => activities.searchPage(call, term, signal),
  });
}
