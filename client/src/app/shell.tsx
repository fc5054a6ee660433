import { Outlet } from 'react-router-dom';
import { AppFrame } from '../components/app-frame.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useSession } from '../identity/session-react.tsx';
import { LineState } from './line-state.tsx';
import { SideColumn } from './side-column.tsx';
import { useFrame } from './use-frame.tsx';

/** Three columns around a screen. Nothing is asked for before it is known who is here. */
export function Shell() {
  const { status } = useSession();
  const { nav, foot } = useFrame();
  return (
    <AppFrame nav={nav} foot={foot} side={<SideColumn />}>
      <LineState />
      {status === 'checking' ? <Skeleton /> : <Outlet />}
    </AppFrame>
  );
}
