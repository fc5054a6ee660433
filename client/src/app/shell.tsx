import { Suspense } from 'react';
import { Outlet, useLocation, useMatch, useNavigate, useSearchParams, Link } from 'react-router-dom';
import { AppFrame } from './frame/app-frame.tsx';
import { HeaderStatus } from '../base/ui/page-header.tsx';
import type { ReturnState } from '../account/use-return-path.ts';
import { LinkButton } from '../base/ui/button.tsx';
import { JoinPanel } from '../account/sign-in/join-panel.tsx';
import { SettingsSkeleton, Skeleton, SideSkeleton } from '../base/ui/skeleton.tsx';
import { useSession } from '../base/session/session-react.tsx';
import { paths, searchPath } from '../base/paths.ts';
import { useFrame, ConnectionStatus } from './use-frame.tsx';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { SearchBox } from '../base/ui/search-box.tsx';

/** Three columns around a screen. No screen renders, and so none requests, before the session is known. */
export function Shell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  // Narrow windows have no side column: the panel is below the screen. The welcome page has its own.
  const atHome = useMatch(paths.home) !== null;
  const placeholder = useMatch(paths.settings) ? <SettingsSkeleton /> : <Skeleton />;
  const showsJoinPanel = status === 'visitor' && !atHome;
  return (
    <AppFrame nav={nav} foot={foot} side={<SideColumn />}>
      {status === 'checking' ? (
        placeholder
      ) : (
        <HeaderStatus value={status === 'visitor' ? <SignInLink /> : <ConnectionStatus />}>
          {/* A Suspense boundary hydrates by itself, after the frame around it. */}
          <Suspense>
            <Outlet />
          </Suspense>
        </HeaderStatus>
      )}
      {showsJoinPanel && (
        <div className="in-sheet">
          <JoinPanel />
        </div>
      )}
    </AppFrame>
  );
}

/** The way in, in the header of each page of a visitor. It returns to the page. */
function SignInLink() {
  const { pathname, search } = useLocation();
  const state: ReturnState = { back: pathname + search };
  return (
    <div className="end">
      <LinkButton variant="quiet" to={paths.signIn} state={state}>
        Sign In
      </LinkButton>
    </div>
  );
}

const MEMBER_PANELS_PROPS = { idPrefix: 'side', children: <FooterLinks /> };
const skeleton = <SideSkeleton />;
const memberPanels = lazyValue(25, async () => (await import('../feed/member-panels.tsx')).MemberPanels);

/** Search, then trends and people for members, or the join panel for visitors. */
function SideColumn() {
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

export function FooterLinks() {
  return (
    <footer className="footer-links">
      <Link to={paths.about}>About!</Link>
      <Link to={paths.terms}>Terms of Service</Link>
      <Link to={paths.privacy}>Privacy Policy</Link>
    </footer>
  );
}
