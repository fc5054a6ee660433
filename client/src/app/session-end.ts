import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCrudding } from '../feed/crudding.tsx';
import type { ForgetfulSession } from '../feed/forgetful-session.ts';
import { SESSION_NEWS } from '../feed/session-news.ts';
import type { WayBack } from '../feed/use-way-back.ts';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';

/** Says that a session has ended which nobody ended at this page, and leads through the sign-in back to where its person was. */
export function SessionEnd({ hasLeft }: Pick<ForgetfulSession, 'hasLeft'>): null {
  const { person } = useSession();
  const { say } = useCrudding();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const ended = useEffectEvent((before: string) => {
    const state: WayBack = { back: pathname + search };
    say({
      id: SESSION_NEWS,
      text: `Your session as @${before} has ended. Sign in to go on where you were.`,
      stays: true,
      action: { label: 'Sign In', run: () => void navigate(paths.signIn, { state }) },
    });
  });
  const handle = person?.handle;
  const last = useRef(handle);
  const isTold = useRef(false);
  useEffect(() => {
    const before = last.current;
    last.current = handle;
    if (handle === undefined && before !== undefined && !hasLeft()) {
      isTold.current = true;
      ended(before);
    } else if (handle !== undefined && isTold.current) {
      isTold.current = false;
      say({ id: SESSION_NEWS, text: `Welcome back, @${handle}.` });
    }
  }, [handle, hasLeft, say]);
  return null;
}
