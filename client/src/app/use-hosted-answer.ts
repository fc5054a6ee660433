import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';

/** Hosted pages may send people back to any address of ours: from there it goes home, or to the sign-in with the reason. */
export function useHostedAnswer(): void {
  const { status, hosted } = useSession();
  const navigate = useNavigate();
  const isTaken = useRef(hosted?.isAnswer !== true);
  useEffect(() => {
    if (isTaken.current || status === 'checking') return;
    isTaken.current = true;
    void navigate(status === 'person' ? paths.home : paths.signIn, { replace: true });
  }, [navigate, status]);
}
