import { useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { NewItemsPill } from '../../feed/new-items-pill.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { paths } from '../../paths.ts';
import { SearchResults, useSearchResults } from './search-results.tsx';

/** `/search?term=`: people, cruds and hashtags. Whatever is looked for, the field stays where it is, and so does focus in it. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const term = params.get('term')?.trim() ?? '';
  const { status } = useSession();
  useTitle(term === '' ? 'Search' : `${term} · Search`);
  const isSearching = status === 'person' && term !== '';
  const { query, shown, newItems, showNewItems } = useSearchResults(isSearching ? term : null);
  const list = useRef<FeedHandle>(null);
  return (
    <>
      {/* Further down, new cruds wait in the header. */}
      <PageHeader
        title="Search"
        pill={<NewItemsPill key={term} list={list} newItems={newItems} onShow={showNewItems} />}
      />
      <div className="in-sheet">
        <SearchBox term={term} onSubmit={(wanted) => setParams({ term: wanted })} />
      </div>
      {isSearching ? (
        <SearchResults key={term} query={query} shown={shown} list={list} />
      ) : (
        renderIdleState(status === 'visitor', term !== '')
      )}
    </>
  );
}

/** What stands there while nothing is looked for. */
function renderIdleState(isVisitor: boolean, isAsked: boolean): ReactNode {
  if (isVisitor)
    return (
      <EmptyState art={<Logo />} title="Sign in to search" line="Looking around is for those who are in.">
        <LinkButton to={paths.signIn}>Sign In</LinkButton>
      </EmptyState>
    );
  if (isAsked) return <Skeleton />;
  return (
    <EmptyState
      art={<Logo />}
      title="Looking for something?"
      line="Start with # for hashtags, with @ for people."
    />
  );
}
