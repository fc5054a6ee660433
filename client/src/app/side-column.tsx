import { useMatch, useNavigate, useSearchParams } from 'react-router-dom';
import { FooterLinks } from '../frame/footer-links.tsx';
import { JoinPanel } from '../frame/join-panel.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { paths, searchPath } from '../paths.ts';

const NOTHING = {};
const memberPanels = lazyValue(async () => (await import('./member-panels.tsx')).MemberPanels);

/** Search, then trends and people for those who are signed in, or the invitation for those who are not. */
export function SideColumn() {
  const { status } = useSession();
  const asked = useSearchTerm();
  const navigate = useNavigate();
  return (
    <>
      <SearchBox
        term={asked}
        onSubmit={(wanted) => {
          if (wanted !== '') void navigate(searchPath(wanted));
        }}
      />
      {status === 'person' && <LazyComponent component={memberPanels} componentProps={NOTHING} />}
      {status === 'visitor' && <JoinPanel />}
      <FooterLinks />
    </>
  );
}

/** What the page beside it has searched for; empty on other pages. */
function useSearchTerm(): string {
  const searching = useMatch(paths.search) !== null;
  const [params] = useSearchParams();
  return searching ? (params.get('term')?.trim() ?? '') : '';
}
