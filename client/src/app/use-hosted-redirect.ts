import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../auth/session/session-react.tsx';
import { paths } from '../paths.ts';

/** Hosted pages may send people back to any address of ours: from there it goes home, or to the sign-in with the reason. */
export function useHostedRedirect(): void {
  const { status, hosted } = useSession();
  const navigate = useNavigate();
  const isHandled = useRef(hosted?.isCallback !== true);
  useEffect(() => {
    if (isHandled.current || status === 'checking') return;
    isHandled.current = true;
    void navigate(status === 'person' ? paths.home : paths.signIn, { replace: true });
  }, [navigate, status]);
}
