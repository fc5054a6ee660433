import { useQuery } from '@tanstack/react-query';
import { useMatch, useNavigate, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/api-react.tsx';
import { suggestedQuery, trendsQuery } from '../api/queries.ts';
import { FooterLinks } from '../components/footer-links.tsx';
import { JoinPanel } from '../components/join-panel.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SuggestedPanel } from '../components/suggested-panel.tsx';
import { TrendingPanel } from '../components/trending-panel.tsx';
import { useSession } from '../identity/session-react.tsx';
import { paths, searchPath } from '../paths.ts';

/** Search, then trends and people for those who are signed in, or the invitation for those who are not. */
export function SideColumn() {
  const { status } = useSession();
  const asked = useAskedTerm();
  const navigate = useNavigate();
  return (
    <>
      <SearchBox
        asked={asked}
        onSubmit={(wanted) => {
          if (wanted !== '') void navigate(searchPath(wanted));
        }}
      />
      {status === 'person' && <PersonPanels />}
      {status === 'visitor' && <JoinPanel />}
      <FooterLinks />
    </>
  );
}

/** What the page beside it has searched for; empty on other pages. */
function useAskedTerm(): string {
  const searching = useMatch(paths.search) !== null;
  const [params] = useSearchParams();
  return searching ? (params.get('term')?.trim() ?? '') : '';
}

function PersonPanels() {
  const call = useCall();
  const trends = useQuery(trendsQuery(call));
  const suggested = useQuery(suggestedQuery(call));
  return (
    <>
      {trends.data && <TrendingPanel trends={trends.data} />}
      {suggested.data && <SuggestedPanel people={suggested.data} />}
    </>
  );
}
