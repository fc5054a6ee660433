import type { Activity } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type RefObject } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { searchQuery } from '../../cache/queries.ts';
import { CrudList } from '../../feed/crud-list.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useUnmuted } from '../../compose/use-mutes.ts';
import { useNewItemsBuffer } from '../../feed/new-items-buffer.ts';
import { HashtagsPanel } from '../../frame/hashtags-panel.tsx';
import { PeoplePanel } from '../../people/people-panel.tsx';
import { EmptyListState } from '../../ui/empty-state.tsx';

/** The results of a search with the buffer of new ones. @param term null sends no request */
export function useSearchResults(term: string | null) {
  const query = useInfiniteQuery({ ...searchQuery(useCall(), term ?? ''), enabled: term !== null });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const { unmuted, areKnown } = useUnmuted(items);
  const buffered = useNewItemsBuffer(unmuted, { list: term ?? '' });
  return { query, areKnown, ...buffered };
}

interface Props {
  term: string;
  query: ReturnType<typeof useSearchResults>['query'];
  /** Whether the viewer's mutes are known. */
  areKnown: boolean;
  shown: Activity[];
  list: RefObject<FeedHandle | null>;
}

/** The people, hashtags and cruds found; a kind without results is left out. */
export function SearchResults({ term, query, areKnown, shown, list }: Props) {
  const { people = [], hashtags = [] } = query.data?.pages[0]?.head ?? {};
  return (
    <>
      <QueryStatus query={query} isReady={areKnown} description="We couldn’t load the results." />
      {people.length > 0 && <PeoplePanel id="found-people" title="People" people={people} />}
      {hashtags.length > 0 && <HashtagsPanel id="found-hashtags" title="Hashtags" hashtags={hashtags} />}
      {areKnown && query.data && (
        <CrudList
          label="Cruds found"
          items={shown}
          paging={query}
          handle={list}
          empty={
            people.length + hashtags.length === 0 ? (
              <EmptyListState />
            ) : (
              <p className="search-note">
                {`${hashtags.length === 0 ? 'Only people match. ' : ''}No crud contains “${term}”.`}
              </p>
            )
          }
        />
      )}
    </>
  );
}
