import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { searchQuery } from '../../api/queries.ts';
import { useScrolledDown } from '../../feed/scrolled-down.ts';
import { useHeldBack } from '../../feed/use-held-back.ts';

/** What is found and what is written meanwhile; nothing is asked for a term that is null. */
export function useFound(term: string | null) {
  const query = useInfiniteQuery({ ...searchQuery(useCall(), term ?? ''), enabled: term !== null });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const held = useHeldBack(items, useScrolledDown(), term ?? '');
  return { query, ...held };
}
