import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';

/** Around the pages that only those need who are not signed in: others go home, also when they came in by another tab. */
export function Newcomers() {
  const { status } = useSession();
  if (status === 'checking') return null;
  return status === 'person' ? <Navigate to={paths.home} replace /> : <Outlet />;
}
