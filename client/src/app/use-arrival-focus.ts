import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After each navigation focus goes to the new screen, so that ears and keyboards begin where eyes do. */
export function useArrivalFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById('main');
    // A screen that put focus somewhere itself knows better.
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
}
