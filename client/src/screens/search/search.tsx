import { useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BlankState } from '../../components/blank-state.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Logo } from '../../components/marks.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { HeldPill } from '../../feed/held-pill.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { paths } from '../../paths.ts';
import { SearchResults } from './search-results.tsx';
import { useFound } from './use-found.ts';

/** `/search?term=`: people, cruds and hashtags. Whatever is looked for, the field stays where it is, and so does focus in it. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const term = params.get('term')?.trim() ?? '';
  const { status } = useSession();
  useTitle(term === '' ? 'Search' : `${term} · Search`);
  const looks = status === 'person' && term !== '';
  const { query, shown, waiting, release } = useFound(looks ? term : null);
  const list = useRef<FeedHandle>(null);
  return (
    <>
      {/* Further down, new cruds wait in the header. */}
      <PageHeader
        title="Search"
        pill={<HeldPill key={term} list={list} waiting={waiting} onShow={release} />}
      />
      <div className="in-sheet">
        <SearchBox asked={term} onSubmit={(wanted) => setParams({ term: wanted })} />
      </div>
      {looks ? (
        <SearchResults key={term} query={query} shown={shown} list={list} />
      ) : (
        stateOf(status === 'visitor', term !== '')
      )}
    </>
  );
}

/** What stands there while nothing is looked for. */
function stateOf(isVisitor: boolean, isAsked: boolean): ReactNode {
  if (isVisitor)
    return (
      <BlankState art={<Logo />} title="Sign in to search" line="Looking around is for those who are in.">
        <LinkButton to={paths.signIn}>Sign In</LinkButton>
      </BlankState>
    );
  if (isAsked) return <Skeleton />;
  return (
    <BlankState
      art={<Logo />}
      title="Looking for something?"
      line="Start with # for hashtags, with @ for people."
    />
  );
}
