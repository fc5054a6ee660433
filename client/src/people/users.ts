import type { ShortUser } from '@cruddur/shared';
import type { Call } from '../base/http/http-client.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../sync/cache/query-keys.ts';

async function fetchShortUser(call: Call, handle: string, signal: AbortSignal): Promise<ShortUser> {
  return (await call('shortUser', { params: { handle }, signal })).data;
}

async function fetchSuggestedUsers(call: Call, signal: AbortSignal): Promise<ShortUser[]> {
  return (await call('suggestedUsers', { signal })).data;
}

/** Whether a new account may choose the handle. */
export async function isHandleAvailable(call: Call, handle: string, signal: AbortSignal): Promise<boolean> {
  return (await call('handleAvailable', { params: { handle }, signal })).data.available;
}

export function personQuery(call: Call, handle: string) {
  return queryOptions({
    queryKey: queryKeys.person(handle),
    queryFn: ({ signal }) => fetchShortUser(call, handle, signal),
    // The list and the conversation share this query: its error must not be fetched again by each.
    retryOnMount: false,
  });
}

export function suggestedQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.suggested,
    queryFn: ({ signal }) => fetchSuggestedUsers(call, signal),
  });
}
