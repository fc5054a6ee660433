import { MuteKeeper } from '../safety/mute-keeper.ts';
import { ReportHost } from '../safety/report-host.tsx';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { isKeptForRequest } from '../sync/cache/follow-requests.ts';
import { useOutboxItems } from '../sync/outbox/outbox-react.tsx';
import { hasErrorCode } from '../base/http/api-error.ts';
import { PushKeeper } from '../notifications/push-keeper.ts';
import { type SessionWithLocalData, SESSION_TOAST_ID } from '../account/session/session-with-local-data.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type { ReturnState } from '../account/use-return-path.ts';
import type { Call } from '../base/http/http-client.ts';
import { useCall } from '../base/http/page-services.ts';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';
import { useToasts } from '../base/ui/toasts.tsx';

const keptMessages = lazyValue(56, async () => (await import('../messages/use-request.ts')).KeptMessages);
const NO_PROPS = {};

/** What a page needs above every screen once a person has been signed in: a chunk that a visitor does not load. */
export function MemberRoot({ hasSignedOutHere }: Pick<SessionWithLocalData, 'hasSignedOutHere'>) {
  const hasKept = useOutboxItems().some(isKeptForRequest);
  return (
    <>
      <SessionEnd hasSignedOutHere={hasSignedOutHere} />
      <MuteKeeper />
      <PushKeeper />
      <ReportHost />
      {hasKept && <LazyComponent component={keptMessages} componentProps={NO_PROPS} />}
    </>
  );
}

/** A session that has ended: the handle of its user, and the address at which it ended. */
type EndedSession = { handle: string; back: string };

/** In milliseconds. */
const ASKS_FOR_ACCOUNT_MS = 10_000;

/** Whether an account no longer exists, as far as the server answers. */
async function isAccountDeleted(call: Call, handle: string): Promise<boolean> {
  try {
    await call('profilePage', { params: { handle }, signal: AbortSignal.timeout(ASKS_FOR_ACCOUNT_MS) });
    return false;
  } catch (failure) {
    return hasErrorCode(failure, 'user_not_found');
  }
}

/**
 * Shows a toast when a session ends that was not ended on this page; its sign-in returns to the current address, unless the account
 * has been deleted. The sign-in page, to which some screens redirect, says so itself.
 */
export function SessionEnd({ hasSignedOutHere }: Pick<SessionWithLocalData, 'hasSignedOutHere'>): null {
  const { person } = useSession();
  const call = useCall();
  const { showToast, updateToast } = useToasts();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as Location<ReturnState | null>;
  const handle = person?.handle;
  const current = { handle, address: pathname + search };
  const last = useRef(current);
  const ended = useRef<EndedSession | null>(null);

  const showEnd = ({ handle, back }: EndedSession) => {
    const reason: ReturnState = { back };
    showToast({
      id: SESSION_TOAST_ID,
      text: `Your session as @${handle} has ended. Sign in to continue where you left off.`,
      stays: true,
      action: { label: 'Sign In', run: () => void navigate(paths.signIn, { state: reason }) },
    });
  };
  const correctEnd = useEffectEvent(async (session: EndedSession) => {
    if (!(await isAccountDeleted(call, session.handle)) || ended.current !== session) return;
    ended.current = null;
    showToast({ id: SESSION_TOAST_ID, text: `The account @${session.handle} has been deleted.` });
    // Its reason was the end of the session.
    if (window.location.pathname === paths.signIn) void navigate(paths.signIn, { replace: true });
  });
  const onChange = useEffectEvent(() => {
    const before = last.current;
    last.current = current;
    if (handle !== undefined) {
      if (ended.current) showToast({ id: SESSION_TOAST_ID, text: `Welcome back, @${handle}.` });
      ended.current = null;
      return;
    }
    const hasEndedNow = before.handle !== undefined && !hasSignedOutHere();
    if (hasEndedNow) {
      ended.current = { handle: before.handle ?? '', back: before.address };
      void correctEnd(ended.current);
    }
    if (!ended.current) return;
    if (pathname === paths.signIn) {
      updateToast(SESSION_TOAST_ID, () => null);
      // A screen for members has redirected here, which does not know of the end.
      const reason: ReturnState = { back: ended.current.back, hasEnded: true };
      if (state === null || state.isRedirect)
        void navigate(current.address, { replace: true, state: reason });
    } else if (hasEndedNow) showEnd(ended.current);
  });
  useEffect(() => onChange(), [handle, pathname, search]);
  return null;
}
