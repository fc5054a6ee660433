import type { Activity } from '@cruddur/shared';
import type { RefObject } from 'react';
import { EmptyState } from '../../components/blank-state.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { FoundBeside } from './found-beside.tsx';
import type { useFound } from './use-found.ts';

interface Props {
  query: ReturnType<typeof useFound>['query'];
  shown: Activity[];
  list: RefObject<FeedHandle | null>;
}

/** What was found, kind by kind. */
export function SearchResults({ query, shown, list }: Props) {
  const beside = query.data?.pages[0]?.head;
  const isAlone = !beside || beside.people.length + beside.hashtags.length === 0;
  return (
    <>
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
