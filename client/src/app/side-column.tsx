import { useMatch, useNavigate, useSearchParams } from 'react-router-dom';
import { FooterLinks } from '../components/footer-links.tsx';
import { JoinPanel } from '../components/join-panel.tsx';
import { LatePart } from '../components/late-part.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useSession } from '../identity/session-react.tsx';
import { late } from '../late.ts';
import { paths, searchPath } from '../paths.ts';

const NOTHING = {};
const personPanels = late(async () => (await import('./person-panels.tsx')).PersonPanels);

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
      {status === 'person' && <LatePart of={personPanels} with={NOTHING} />}
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
