import { useRef, useMemo, type RefObject } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '../base/ui/button.tsx';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { paths, searchPath } from '../base/paths.ts';
import { Logo } from '../base/ui/logo.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { SearchBox } from '../base/ui/search-box.tsx';
import { Skeleton } from '../base/ui/skeleton.tsx';
import type { FeedHandle } from '../feed/feed-rows.tsx';
import { NewItemsPill } from '../feed/new-items-pill.tsx';
import { useTitle } from '../sync/me/use-title.ts';
import { useSession } from '../base/session/session-react.tsx';
import type { ReturnState } from '../account/use-return-path.ts';
import type { Activity } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../base/http/page-services.ts';
import { CrudList } from '../feed/crud-list.tsx';
import { QueryStatus } from '../feed/query-status.tsx';
import { useUnmuted } from '../safety/use-mutes.ts';
import { useNewItemsBuffer } from '../feed/new-items-buffer.ts';
import { HashtagsPanel } from '../feed/hashtags-panel.tsx';
import { PeoplePanel } from '../people/people-panel.tsx';
import { MemberPanels } from '../feed/member-panels.tsx';
import { searchQuery } from '../feed/feed-queries.ts';

/** `/search?term=`: people, cruds and hashtags. The field is the same element for all terms, so it keeps focus. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const term = params.get('term')?.trim() ?? '';
  const { status } = useSession();
  useTitle(term === '' ? 'Search' : `${term} · Search`);
  const isSearching = status === 'person' && term !== '';
  const { newItems, showNewItems, ...results } = useSearchResults(isSearching ? term : null);
  const list = useRef<FeedHandle>(null);
  return (
    <>
      <PageHeader
        title="Search"
        pill={<NewItemsPill key={term} list={list} newItems={newItems} onShow={showNewItems} />}
      />
      <div className="in-sheet">
        <SearchBox
          term={term}
          onSubmit={(wanted) => setParams({ term: wanted }, { replace: wanted === term })}
          onType={(typed) => setParams(typed === '' ? {} : { term: typed }, { replace: true })}
        />
      </div>
      {isSearching ? (
        <SearchResults key={term} term={term} {...results} list={list} />
      ) : (
        <IdleState term={term} isVisitor={status === 'visitor'} />
      )}
    </>
  );
}

/** The content below the field while no search runs. */
function IdleState({ term, isVisitor }: { term: string; isVisitor: boolean }) {
  if (!isVisitor)
    return term === '' ? (
      <div className="blank-search">
        <EmptyState
          art={<Logo />}
          title="Looking for something?"
          description="Start with # for hashtags, with @ for people."
        />
        {/* Where there is no side column with them. */}
        <div className="ideas">
          <MemberPanels idPrefix="search" />
        </div>
      </div>
    ) : (
      <Skeleton />
    );
  const state: ReturnState = { back: term === '' ? paths.search : searchPath(term) };
  return (
    <EmptyState
      art={<Logo />}
      title={`Looking for ${term === '' ? 'something' : `“${term}”`}?`}
      description="Sign in to look around."
    >
      <LinkButton to={paths.signIn} state={state}>
        Sign In
      </LinkButton>
    </EmptyState>
  );
}

/** The results of a search with the buffer of new ones. @param term null sends no request */
function useSearchResults(term: string | null) {
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
  shown: readonly Activity[];
  list: RefObject<FeedHandle | null>;
}

/** The people, hashtags and cruds found; a kind without results is left out. */
function SearchResults({ term, query, areKnown, shown, list }: Props) {
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
              <EmptyState
                art={<Logo />}
                title={`Nothing found for “${term}”`}
                description="Try other words, or start with # for hashtags, with @ for people."
              />
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
