import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '../api/http-client.ts';
import { fetchRequests, fetchRequestState } from '../api/requests.ts';
import { REQUESTS_KEY } from './follow-requests.ts';
import { streamUpdated } from './queries.ts';

export function requestsQuery(call: Call) {
  return infiniteQueryOptions({
    ...streamUpdated,
    queryKey: [...REQUESTS_KEY, 'list'],
    queryFn: ({ pageParam: before, signal }) => fetchRequests(call, { before, signal }),
  });
}

/** Whether a conversation is a request; fails with message_group_not_found for one that the viewer has deleted. */
export function requestStateQuery(call: Call, group: string) {
  return queryOptions({
    queryKey: [...REQUESTS_KEY, group],
    queryFn: ({ signal }) => fetchRequestState(call, group, signal),
    staleTime: Infinity,
  });
}
