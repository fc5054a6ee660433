import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { AnyPage } from '../base/http/pages.ts';
import { fetchFromStart } from '../sync/cache/cached-lists.ts';

interface CatchUp {
  /** The number of new items that the list was too full for. */
  missed: number;
  /** Fetches the list again from its beginning. */
  catchUp: () => void;
}

/** Fetches a list again that was too full for new items, once its newest ones are on the screen. */
export function useCatchUp(
  { data }: { data: InfiniteData<AnyPage> | undefined },
  [kind, id]: QueryKey,
  isAtNewest: boolean,
): CatchUp {
  const client = useQueryClient();
  const missed = data?.pages[0]?.missed ?? 0;
  const catchUp = useCallback(
    () => fetchFromStart(client, id === undefined ? [kind] : [kind, id]),
    [client, kind, id],
  );
  useEffect(() => {
    if (isAtNewest && missed > 0) catchUp();
  }, [isAtNewest, missed, catchUp]);
  return { missed, catchUp };
}
