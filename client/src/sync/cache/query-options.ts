/** Counts are not part of the streams, so visitors, who have no socket, fetch them periodically. Milliseconds. */
const COUNTS_REFETCH_MS = 60_000;

/** A query that has failed is not repeated. */
export function refetchIntervalFor(asVisitor: boolean) {
  return ({ state }: { state: { error: unknown } }) =>
    asVisitor && state.error === null ? COUNTS_REFETCH_MS : false;
}

export const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  /** `evictUnobservedLists` evicts lists. */
  gcTime: Infinity,
};

/** Lists that the viewer's stream events keep up to date never become stale. */
export const streamUpdated = { ...paging, staleTime: Infinity };
