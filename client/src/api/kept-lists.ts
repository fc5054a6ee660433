import type { Query, QueryClient } from '@tanstack/react-query';

/** So many places of a list are remembered, and so many lists stay that nobody looks at. */
export const LISTS_KEPT = 30;

/**
 * Going back must find a list as long as it was, however long one was away: lists are not forgotten after a time, as other
 * answers are, but when too many others were looked at since. Events keep them up to date meanwhile.
 */
export function keepLists(client: QueryClient): void {
  const cache = client.getQueryCache();
  /** Those that nobody looks at, the one left longest ago first. */
  const left = new Set<Query>();
  cache.subscribe((notice) => {
    const { type } = notice;
    const query = notice.query as Query;
    if (type === 'removed' || type === 'observerAdded') left.delete(query);
    if (type !== 'observerRemoved' || query.gcTime !== Infinity || query.getObserversCount() > 0) return;
    left.add(query);
    const [oldest] = left;
    if (left.size > LISTS_KEPT && oldest) cache.remove(oldest);
  });
}
