import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { searchQuery } from '../../api/queries.ts';
import { BlankState } from '../../components/blank-state.tsx';
import { Logo } from '../../components/marks.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { SearchResults } from './search-results.tsx';

/** `/search?term=`: people, cruds and hashtags. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const term = params.get('term')?.trim() ?? '';
  const query = useQuery(searchQuery(useCall(), term));
  useTitle(term === '' ? 'Search' : `${term} · Search`);
  return (
    <>
      <PageHeader title="Search" />
      <SearchField key={term} term={term} onSearch={(wanted) => setParams({ term: wanted })} />
      {term === '' ? (
        <BlankState
          art={<Logo />}
          title="Looking for something?"
          line="Start with # for hashtags, with @ for people."
        />
      ) : (
        <QueryStates query={query} />
      )}
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
