import type { Query, QueryClient } from '@tanstack/react-query';

/** So many places of a list are remembered, and so many lists stay that nobody looks at. */
export const MAX_UNOBSERVED_LISTS = 30;

/**
 * Going back must find a list as long as it was, however long one was away: lists are not forgotten after a time, as other
 * answers are, but when too many others were looked at since. Events keep them up to date meanwhile.
 */
export function evictUnobservedLists(client: QueryClient): void {
  const cache = client.getQueryCache();
  /** Those that nobody looks at, the one left longest ago first. */
  const unobserved = new Set<Query>();
  cache.subscribe((notice) => {
    const { type } = notice;
    const query = notice.query as Query;
    if (type === 'removed' || type === 'observerAdded') unobserved.delete(query);
    if (type !== 'observerRemoved' || query.gcTime !== Infinity || query.getObserversCount() > 0) return;
    unobserved.add(query);
    const [oldest] = unobserved;
    if (unobserved.size > MAX_UNOBSERVED_LISTS && oldest) cache.remove(oldest);
  });
}
