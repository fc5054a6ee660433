import { useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { NewItemsPill } from '../../feed/new-items-pill.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { SearchResults, useSearchResults } from './search-results.tsx';

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
        renderIdleState(status === 'visitor', term !== '')
      )}
    </>
  );
}

/** The content below the field while no search runs. */
function renderIdleState(isVisitor: boolean, hasTerm: boolean): ReactNode {
  if (hasTerm && !isVisitor) return <Skeleton />;
  return (
    <EmptyState
      art={<Logo />}
      title="Looking for something?"
      // The button for it is in the join panel.
      description={isVisitor ? 'Sign in to look around.' : 'Start with # for hashtags, with @ for people.'}
    />
  );
}
