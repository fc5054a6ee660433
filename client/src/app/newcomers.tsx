import { Navigate, Outlet } from 'react-router-dom';
import { useWayBack } from '../feed/use-way-back.ts';
import { useSession } from '../identity/session-react.tsx';

/** Around the pages that only those need who are not signed in: others go home, or back, also when they came in by another tab. */
export function Newcomers() {
  const { status } = useSession();
  const back = useWayBack();
  if (status === 'checking') return null;
  return status === 'person' ? <Navigate to={back} replace /> : <Outlet />;
}
