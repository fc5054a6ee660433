import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { searchQuery } from '../../api/queries.ts';
import { BlankState } from '../../components/blank-state.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Logo } from '../../components/marks.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { paths } from '../../paths.ts';
import { SearchResults } from './search-results.tsx';

/** `/search?term=`: people, cruds and hashtags. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const term = params.get('term')?.trim() ?? '';
  const { status } = useSession();
  const query = useQuery({ ...searchQuery(useCall(), term), enabled: status === 'person' && term !== '' });
  useTitle(term === '' ? 'Search' : `${term} · Search`);
  return (
    <>
      <PageHeader title="Search" />
      <SearchField key={term} term={term} onSearch={(wanted) => setParams({ term: wanted })} />
      <Waiting asked={term !== ''} visitor={status === 'visitor'} query={query} />
      {query.data && <SearchResults result={query.data} />}
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

interface Waiting {
  asked: boolean;
  visitor: boolean;
  query: UseQueryResult;
}

/** What stands there while there is nothing to list. */
function Waiting({ asked, visitor, query }: Waiting) {
  if (visitor)
    return (
      <BlankState art={<Logo />} title="Sign in to search" line="Looking around is for those who are in.">
        <LinkButton to={paths.signIn}>Sign In</LinkButton>
      </BlankState>
    );
  if (asked) return <QueryStates query={query} />;
  return (
    <BlankState
      art={<Logo />}
      title="Looking for something?"
      line="Start with # for hashtags, with @ for people."
    />
  );
}
