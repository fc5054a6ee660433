import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../auth/session/session-react.tsx';

/**
 * After each navigation focus goes to the new screen, so that ears and keyboards begin where eyes do; so it does after a
 * sign-out, which may leave one at the same address.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const { status } = useSession();
  const last = useRef({ pathname, status });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, status };
    const signedOut = before.status === 'person' && status === 'visitor';
    if (before.pathname === pathname && !signedOut) return;
    const main = document.getElementById('main');
    // A screen that put focus somewhere itself knows better.
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname, status]);
}
