import type { ReactNode } from 'react';
import { isUnreachable, toErrorCodes } from '../base/http/api-error.ts';
import { FailedState, UnreachableState } from '../base/ui/page-states.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { EmptyListState } from '../base/ui/empty-state.tsx';
import { Button, LinkButton } from '../base/ui/button.tsx';
import { paths } from '../base/paths.ts';
import { useComposeContext } from '../cruds/compose-context.tsx';

/** The fields of a query that decide what is shown without data. */
interface QueryLike {
  data: unknown;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface Props {
  query: QueryLike;
  /** False keeps the placeholder although the query has data, for a list whose filter is not known yet; true by default. */
  isReady?: boolean;
  /** Replaces the general text for certain failures. */
  failure?: (error: unknown) => ReactNode;
  /** The line below the failure's text, for anything but a list of cruds. */
  description?: string;
  /** The placeholders, for a list that is not of cruds. */
  skeleton?: ReactNode;
}

/** A skeleton while a list is pending, a text with a retry when it failed; nothing once it has data. */
export function QueryStatus({ query, isReady = true, failure, description, skeleton = <Skeleton /> }: Props) {
  if (query.isPending || (!isReady && query.data !== undefined)) return skeleton;
  if (!query.isError) return null;
  const custom = failure?.(query.error);
  if (custom) return custom;
  // A failed refetch keeps the data; the header shows a lost connection.
  if (query.data !== undefined) return null;
  if (isUnreachable(query.error)) return <UnreachableState onRetry={() => void query.refetch()} />;
  return (
    <FailedState
      error={toErrorCodes(query.error)[0] ?? 'generic_500'}
      onRetry={() => void query.refetch()}
      {...(description !== undefined && { description })}
    />
  );
}

/** The empty list of a member, with suggested actions. */
export function EmptyFeed({ description }: { description: string }) {
  const { openComposer } = useComposeContext();
  return (
    <EmptyListState description={description}>
      <p className="empty-state-actions">
        <Button onClick={openComposer}>Write a crud</Button>
        <LinkButton variant="outline" to={paths.search}>
          Find people
        </LinkButton>
      </p>
    </EmptyListState>
  );
}
