import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The state of a navigation to a page that is to send a code at once: the page before found that one is needed. */
export const CODE_REQUESTED = 'code-wanted';

/** Calls `send` on such an arrival, and once: a reload asks for no other code. */
export function useCodeRequest(send: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isRequested = location.state === CODE_REQUESTED;
  const sendOnce = useEffectEvent(() => {
    const { pathname, search } = location;
    send();
    void navigate({ pathname, search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (isRequested) sendOnce();
  }, [isRequested]);
}
