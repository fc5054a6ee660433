import { Suspense } from 'react';
import { Outlet, useMatch } from 'react-router-dom';
import { AppFrame } from '../frame/app-frame.tsx';
import { JoinPanel } from '../frame/join-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { paths } from '../paths.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { SideColumn } from './side-column.tsx';
import { useFrame } from './use-frame.tsx';

/** Three columns around a screen. Nothing is asked for before it is known who is here. */
export function Shell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  // Where there is no side column, the invitation stands below what a visitor came for; the welcome has its own.
  const atHome = useMatch(paths.home) !== null;
  const invited = status === 'visitor' && !atHome;
  return (
    <AppFrame nav={nav} foot={foot} side={<SideColumn />}>
      <ConnectionStatus />
      {status === 'checking' ? (
        <Skeleton />
      ) : (
        // A page that the server made is taken over part by part, this one after what is around it.
        <Suspense>
          <Outlet />
        </Suspense>
      )}
      {invited && (
        <div className="in-sheet">
          <JoinPanel />
        </div>
      )}
    </AppFrame>
  );
}
