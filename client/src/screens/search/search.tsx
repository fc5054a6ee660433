import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BlankState } from '../../components/blank-state.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Logo } from '../../components/marks.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { paths } from '../../paths.ts';
import { SearchResults } from './search-results.tsx';

/** `/search?term=`: people, cruds and hashtags. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const term = params.get('term')?.trim() ?? '';
  const { status } = useSession();
  useTitle(term === '' ? 'Search' : `${term} · Search`);
  const field = <SearchField key={term} term={term} onSearch={(wanted) => setParams({ term: wanted })} />;
  if (status === 'person' && term !== '') return <SearchResults key={term} term={term} field={field} />;
  return (
    <>
      <PageHeader title="Search" />
      {field}
      {stateOf(status === 'visitor', term !== '')}
    </>
  );
}

function SearchField({ term, onSearch }: { term: string; onSearch: (term: string) => void }) {
  const [value, setValue] = useState(term);
  return (
    <div className="in-sheet">
      <SearchBox value={value} onChange={setValue} onSubmit={onSearch} />
    </div>
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
