import { toErrorCodes } from '../api/api-error.ts';
import { LoadMore } from './load-more.tsx';

/** What must be known of a list's query to show more of it. */
export interface Paging {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

/** The way to the next page, where there is one. One that cannot be had says so here, and takes nothing off what is read. */
export function MorePages({ paging, label }: { paging: Paging; label?: string }) {
  if (!paging.hasNextPage) return null;
  return (
    <LoadMore
      {...(label !== undefined && { label })}
      busy={paging.isFetchingNextPage}
      failure={paging.isFetchNextPageError ? toErrorCodes(paging.error)[0] : undefined}
      onLoadMore={() => void paging.fetchNextPage()}
    />
  );
}
