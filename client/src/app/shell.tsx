import { Suspense } from 'react';
import { Outlet, useMatch } from 'react-router-dom';
import { AppFrame } from '../frame/app-frame.tsx';
import { HeaderStatus } from '../frame/header-status.ts';
import { JoinPanel } from '../frame/join-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { paths } from '../paths.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { SideColumn } from './side-column.tsx';
import { useFrame } from './use-frame.tsx';

/** Three columns around a screen. No screen renders, and so none requests, before the session is known. */
export function Shell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  // Narrow windows have no side column: the panel is below the screen. The welcome page has its own.
  const atHome = useMatch(paths.home) !== null;
  const showsJoinPanel = status === 'visitor' && !atHome;
  return (
    <AppFrame nav={nav} foot={foot} side={<SideColumn />}>
      {status === 'checking' ? (
        <Skeleton />
      ) : (
        <HeaderStatus value={<ConnectionStatus />}>
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
