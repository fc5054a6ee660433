import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Call } from '../api/http-client.ts';
import { fetchRequests, fetchRequestState } from '../api/requests.ts';
import { streamUpdated } from './queries.ts';
import { queryKeys } from './query-keys.ts';
import { REQUESTS_KEY } from './requests-key.ts';

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

/** Fetches the lists again after an answer, before its event. Resolves once they are there. */
export async function onRequestAnswered(client: QueryClient): Promise<void> {
  await Promise.all(
    [queryKeys.conversations, queryKeys.me, REQUESTS_KEY].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
