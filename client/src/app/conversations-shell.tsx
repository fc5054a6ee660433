import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { HeaderStatus, PageHeader } from '../base/ui/page-header.tsx';
import { ConversationListSkeleton } from '../messages/message-skeletons.tsx';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';
import { lazyScreen } from '../base/lazy/load-chunk.ts';
import type { ReturnState } from '../account/use-return-path.ts';
import { useFrame, ConnectionStatus } from './use-frame.tsx';
import { SkipLink, type FrameProps } from './frame/app-frame.tsx';

const loadList = lazyScreen(
  17,
  async () => (await import('../messages/conversation-list.tsx')).ConversationList,
);
const ConversationList = lazy(async () => ({ default: (await loadList()).Component }));

/** The list of conversations beside the open one. A visitor is redirected to the sign-in. */
export function ConversationsShell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  const { pathname } = useLocation();
  const atList = pathname === paths.messages || pathname === paths.requests;
  if (status === 'visitor') {
    const state: ReturnState = { back: pathname, isRedirect: true };
    return <Navigate to={paths.signIn} replace state={state} />;
  }
  const isSignedIn = status === 'person';
  // With the header, or the rows would move when it comes with the list's chunk.
  const placeholder = (
    <>
      <PageHeader title="Messages" />
      <ConversationListSkeleton />
    </>
  );
  const list = <Suspense fallback={placeholder}>{isSignedIn ? <ConversationList /> : placeholder}</Suspense>;
  return (
    <ConversationsFrame
      nav={nav}
      foot={foot}
      visiblePane={atList ? 'list' : 'conversation'}
      // The connection is shown in the pane that every screen has.
      list={<HeaderStatus value={atList && <ConnectionStatus />}>{list}</HeaderStatus>}
    >
      <HeaderStatus value={!atList && <ConnectionStatus />}>{isSignedIn && <Outlet />}</HeaderStatus>
    </ConversationsFrame>
  );
}

type ConversationsFrameProps = FrameProps & {
  list: ReactNode;
  /** The pane that a narrow screen shows. */
  visiblePane: 'list' | 'conversation';
};

/** Navigation, list and conversation. Below 980 px list and conversation are two screens. */
export function ConversationsFrame({ nav, list, visiblePane, foot, children }: ConversationsFrameProps) {
  // Roles rather than `main` elements: React would remount a pane whose element changes.
  const isListVisible = visiblePane === 'list';
  return (
    <>
      <SkipLink />
      <div className={`app conversations at-${visiblePane}`}>
        {nav}
        <div
          className="sheet list"
          role={isListVisible ? 'main' : 'region'}
          id={isListVisible ? 'main' : undefined}
          tabIndex={isListVisible ? -1 : undefined}
          aria-label="Conversations"
        >
          {list}
        </div>
        <div
          className="sheet conversation"
          role={isListVisible ? 'region' : 'main'}
          id={isListVisible ? undefined : 'main'}
          tabIndex={isListVisible ? undefined : -1}
          aria-label="Conversation"
        >
          {children}
        </div>
      </div>
      {foot}
    </>
  );
}
