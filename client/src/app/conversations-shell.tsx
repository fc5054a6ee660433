import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { ConversationsFrame } from '../message/conversations-frame.tsx';
import { HeaderStatus } from '../frame/header-status.ts';
import { PageHeader } from '../frame/page-header.tsx';
import { ConversationListSkeleton } from '../message/message-skeletons.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { paths } from '../paths.ts';
import { lazyScreen } from '../lazy/lazy-screen.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { useFrame } from './use-frame.tsx';

const loadList = lazyScreen(
  17,
  async () => (await import('../screens/messages/conversation-list.tsx')).ConversationList,
);
const ConversationList = lazy(async () => ({ default: (await loadList()).Component }));

/** The list of conversations beside the open one. A visitor is redirected to the sign-in. */
export function ConversationsShell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  const { pathname } = useLocation();
  const atList = pathname === paths.messages || pathname === paths.requests;
  if (status === 'visitor') return <Navigate to={paths.signIn} replace />;
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
