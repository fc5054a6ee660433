import { Navigate, Outlet } from 'react-router-dom';
import { useReturnPath } from './use-return-path.ts';
import { useSession } from '../auth/session/session-react.tsx';

/** Around the pages that only those need who are not signed in: others go home, or back, also when they came in by another tab. */
export function GuestOnlyRoute() {
  const { status } = useSession();
  const back = useReturnPath();
  if (status === 'checking') return null;
  return status === 'person' ? <Navigate to={back} replace /> : <Outlet />;
}
