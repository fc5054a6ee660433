import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { searchQuery } from '../../cache/queries.ts';
import { useScrolledDown } from '../../feed/scrolled-down.ts';
import { useNewItemsBuffer } from '../../feed/use-new-items-buffer.ts';

/** What is found and what is written meanwhile; nothing is asked for a term that is null. */
export function useSearchResults(term: string | null) {
  const query = useInfiniteQuery({ ...searchQuery(useCall(), term ?? ''), enabled: term !== null });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const buffered = useNewItemsBuffer(items, useScrolledDown(), term ?? '');
  return { query, ...buffered };
}
