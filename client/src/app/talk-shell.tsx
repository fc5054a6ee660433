import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useMatch } from 'react-router-dom';
import { TalkFrame } from '../components/talk-frame.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import { LineState } from './line-state.tsx';
import { useFrame } from './use-frame.tsx';

const loadList = lazyScreen(
  17,
  async () => (await import('../screens/messages/conversation-list.tsx')).ConversationList,
);
const ConversationList = lazy(async () => ({ default: (await loadList()).Component }));

/** Conversations beside one of them. Visitors have none and are shown the way in. */
export function TalkShell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  const atList = useMatch(paths.messages) !== null;
  if (status === 'visitor') return <Navigate to={paths.signIn} replace />;
  const known = status === 'person';
  const list = (
    <Suspense fallback={<Skeleton />}>
      <ConversationList />
    </Suspense>
  );
  return (
    <TalkFrame nav={nav} foot={foot} at={atList ? 'list' : 'room'} list={known ? list : <Skeleton />}>
      <LineState />
      {known ? <Outlet /> : <Skeleton />}
    </TalkFrame>
  );
}
