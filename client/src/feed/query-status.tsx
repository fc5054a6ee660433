import type { ReactNode } from 'react';
import { toErrorCodes } from '../api/api-error.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The part of a query that decides what stands in its place until there is something to show. */
interface QueryLike {
  data: unknown;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface Props {
  query: QueryLike;
  /** What to show for certain failures instead of the general words. */
  failure?: (error: unknown) => ReactNode;
  /** Below the words of a failure, where it is not about cruds. */
  line?: string;
}

/** Skeleton while a list is on its way, words and a way out when it failed; nothing once it is there. */
export function QueryStatus({ query, failure, line }: Props) {
  if (query.isPending) return <Skeleton />;
  if (!query.isError) return null;
  const own = failure?.(query.error);
  if (own) return own;
  // What is there stays, and what the connection is like is said elsewhere.
  if (query.data !== undefined) return null;
  return (
    <FailedState
      error={toErrorCodes(query.error)[0] ?? 'generic_500'}
      onRetry={() => void query.refetch()}
      {...(line !== undefined && { line })}
    />
  );
}
