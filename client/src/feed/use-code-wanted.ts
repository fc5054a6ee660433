import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The state of a navigation to a page that is to send a code at once: the page before found that one is needed. */
export const CODE_WANTED = 'code-wanted';

/** Calls `send` on such an arrival, and once: a reload asks for no other code. */
export function useCodeWanted(send: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isWanted = location.state === CODE_WANTED;
  const arrive = useEffectEvent(() => {
    const { pathname, search } = location;
    send();
    void navigate({ pathname, search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (isWanted) arrive();
  }, [isWanted]);
}
