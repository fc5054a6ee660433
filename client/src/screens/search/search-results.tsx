import type { Activity } from '@cruddur/shared';
import type { RefObject } from 'react';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { RelatedResults } from './related-results.tsx';
import type { useSearchResults } from './use-search-results.ts';

interface Props {
  query: ReturnType<typeof useSearchResults>['query'];
  shown: Activity[];
  list: RefObject<FeedHandle | null>;
}

/** What was found, kind by kind. */
export function SearchResults({ query, shown, list }: Props) {
  const related = query.data?.pages[0]?.head;
  const isAlone = !related || related.people.length + related.hashtags.length === 0;
  return (
    <>
      <QueryStatus query={query} />
      {related && <RelatedResults {...related} />}
      {query.data && (
        <CrudList
          label="Cruds found"
          items={shown}
          paging={query}
          handle={list}
          empty={isAlone ? <EmptyListState /> : <></>}
        />
      )}
    </>
  );
}
