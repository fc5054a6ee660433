import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { searchQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/blank-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { HeldPill } from '../../feed/held-pill.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useScrolledDown } from '../../feed/scrolled-down.ts';
import { useHeldBack } from '../../feed/use-held-back.ts';
import { FoundBeside } from './found-beside.tsx';

interface Props {
  term: string;
  /** The search field, below the title. */
  field: ReactNode;
}

/** What was found, kind by kind, and what is written meanwhile; further down, new cruds wait in the header. */
export function SearchResults({ term, field }: Props) {
  const query = useInfiniteQuery(searchQuery(useCall(), term));
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const { shown, waiting, release } = useHeldBack(items, useScrolledDown());
  const list = useRef<FeedHandle>(null);
  const beside = query.data?.pages[0]?.head;
  const isAlone = !beside || beside.people.length + beside.hashtags.length === 0;
  return (
    <>
      <PageHeader title="Search" pill={<HeldPill list={list} waiting={waiting} onShow={release} />} />
      {field}
      <QueryStates query={query} />
      {beside && <FoundBeside {...beside} />}
      {query.data && (
        <CrudList
          label="Cruds found"
          items={shown}
          paging={query}
          handle={list}
          empty={isAlone ? <EmptyState /> : <></>}
        />
      )}
    </>
  );
}
