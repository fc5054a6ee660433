import { notifyManager, QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from '../../base/http/api-error.ts';

/** The number of unobserved lists that stay in the cache. */
export const MAX_UNOBSERVED_LISTS = 30;

/**
 * Stream events keep the queries up to date, so they are not fetched again on mount. A change is rendered before the event that
 * made it ends, not in a later task: until then React gives a pressed field back its former value.
 */
export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(queueMicrotask);
  const queries = { staleTime: 60_000, retry: false, networkMode: 'always' } as const;
  const client = new QueryClient({
    defaultOptions: { queries, mutations: { retry: false, networkMode: 'always' } },
  });
  evictUnobservedLists(client);
  return client;
}

/**
 * Lists are evicted by number, not by age: going back must show a list with all its pages, however long ago it was left. Events
 * keep unobserved lists up to date.
 */
export function evictUnobservedLists(client: QueryClient): void {
  const cache = client.getQueryCache();
  /** In the order in which they were left. */
  const unobserved = new Set<Query>();
  cache.subscribe((event) => {
    const { type } = event;
    const query = event.query as Query;
    if (type === 'removed' || type === 'observerAdded') unobserved.delete(query);
    if (type !== 'observerRemoved' || query.gcTime !== Infinity || query.getObserversCount() > 0) return;
    unobserved.add(query);
    const [oldest] = unobserved;
    if (unobserved.size > MAX_UNOBSERVED_LISTS && oldest) cache.remove(oldest);
  });
}

/** Removes everything, because the next user must not see the previous user's data. */
export function clearCache(client: QueryClient): void {
  client.clear();
}

/** No response at all, or a proxy's error. */
const UNREACHABLE_STATUSES: readonly number[] = [0, 502, 503, 504];

/** Fetches the observed queries again that failed because the server was unreachable. Other failures stay on screen. */
export function refetchUnreachable(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state: { data, error } }) =>
      data === undefined && error instanceof ApiError && UNREACHABLE_STATUSES.includes(error.status),
  });
}
