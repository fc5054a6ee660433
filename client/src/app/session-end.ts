import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useComposeContext } from '../compose/compose-context.tsx';
import { SESSION_TOAST_ID, type SessionWithLocalData } from './session-with-local-data.ts';
import type { ReturnState } from './use-return-path.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { paths } from '../paths.ts';

/** Shows a toast when a session ends that was not ended on this page; its sign-in returns to the current address. */
export function SessionEnd({ hasSignedOutHere }: Pick<SessionWithLocalData, 'hasSignedOutHere'>): null {
  const { person } = useSession();
  const { showToast } = useComposeContext();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const notifyEnd = useEffectEvent((before: string) => {
    const state: ReturnState = { back: pathname + search };
    showToast({
      id: SESSION_TOAST_ID,
      text: `Your session as @${before} has ended. Sign in to continue where you left off.`,
      stays: true,
      action: { label: 'Sign In', run: () => void navigate(paths.signIn, { state }) },
    });
  });
  const handle = person?.handle;
  const last = useRef(handle);
  const hasNotified = useRef(false);
  useEffect(() => {
    const before = last.current;
    last.current = handle;
    if (handle === undefined && before !== undefined && !hasSignedOutHere()) {
      hasNotified.current = true;
      notifyEnd(before);
    } else if (handle !== undefined && hasNotified.current) {
      hasNotified.current = false;
      showToast({ id: SESSION_TOAST_ID, text: `Welcome back, @${handle}.` });
    }
  }, [handle, hasSignedOutHere, showToast]);
  return null;
}
