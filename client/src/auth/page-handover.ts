import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The email field of a sign-in page; its initial value comes from the page's query string. */
export function useCarriedEmail(): [email: string, setEmail: (email: string) => void] {
  const [query] = useSearchParams();
  return useState(query.get('email') ?? '');
}

/** The navigation state of a page that should send a code at once, because the previous page found that one is needed. */
export const CODE_REQUESTED = 'code-wanted';

/** Calls `send` once when the page was opened with CODE_REQUESTED; a reload does not send another code. */
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
