import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { AnyPage } from '../api/pages.ts';
import { updateCachedLists } from '../cache/cached-lists.ts';

interface CatchUp {
  /** The number of new items that the list was too full for. */
  missed: number;
  /** Fetches the list again from its beginning. */
  catchUp: () => void;
}

/**
 * Fetches a list again that was too full for new items, once its newest ones are on the screen. Its later pages are dropped, and
 * load again when they are scrolled to.
 */
export function useCatchUp(
  { data }: { data: InfiniteData<AnyPage> | undefined },
  [kind, id]: QueryKey,
  isAtNewest: boolean,
): CatchUp {
  const client = useQueryClient();
  const missed = data?.pages[0]?.missed ?? 0;
  const catchUp = useCallback(() => {
    const queryKey = id === undefined ? [kind] : [kind, id];
    const { isInvalidated, fetchStatus } = client.getQueryState(queryKey) ?? {};
    // Each further event asks again, and would start the fetch anew.
    if (isInvalidated && fetchStatus === 'fetching') return;
    updateCachedLists<InfiniteData<AnyPage>>(client, { queryKey, exact: true }, (list) => ({
      pages: list.pages.slice(0, 1),
      pageParams: list.pageParams.slice(0, 1),
    }));
    void client.invalidateQueries({ queryKey, exact: true });
  }, [client, kind, id]);
  useEffect(() => {
    if (isAtNewest && missed > 0) catchUp();
  }, [isAtNewest, missed, catchUp]);
  return { missed, catchUp };
}
