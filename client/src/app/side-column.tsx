import { useMatch, useNavigate, useSearchParams } from 'react-router-dom';
import { FooterLinks } from '../frame/footer-links.tsx';
import { JoinPanel } from '../frame/join-panel.tsx';
import { SideSkeleton } from '../frame/side-skeleton.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { paths, searchPath } from '../paths.ts';

const MEMBER_PANELS_PROPS = { children: <FooterLinks /> };
const skeleton = <SideSkeleton />;
const memberPanels = lazyValue(25, async () => (await import('./member-panels.tsx')).MemberPanels);

/** Search, then trends and people for members, or the join panel for visitors. */
export function SideColumn() {
  const { status } = useSession();
  const [isSearching, term] = useSearchTerm();
  const navigate = useNavigate();
  return (
    <>
      <SearchBox
        term={term}
        onSubmit={(next) => {
          if (next !== '') void navigate(searchPath(next));
        }}
        onType={
          isSearching
            ? (typed) => void navigate(typed === '' ? paths.search : searchPath(typed), { replace: true })
            : undefined
        }
      />
      {status === 'checking' && skeleton}
      {status === 'person' && (
        <LazyComponent component={memberPanels} componentProps={MEMBER_PANELS_PROPS} fallback={skeleton} />
      )}
      {status === 'visitor' && (
        <>
          <JoinPanel />
          <FooterLinks />
        </>
      )}
    </>
  );
}

/** Whether the search screen is shown, and its term; empty on other screens. */
function useSearchTerm(): [isSearching: boolean, term: string] {
  const isSearching = useMatch(paths.search) !== null;
  const [params] = useSearchParams();
  return [isSearching, isSearching ? (params.get('term')?.trim() ?? '') : ''];
}
