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
import { useCall } from '../base/http/page-services.ts';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';
import { type ToastInput, useToasts } from '../base/ui/toasts.tsx';

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

  const showEnd = async ({ handle, back }: EndedSession) => {
    const reason: ReturnState = { back };
    const toast: ToastInput = {
      id: SESSION_TOAST_ID,
      text: `Your session as @${handle} has ended. Sign in to continue where you left off.`,
      stays: true,
      action: { label: 'Sign In', run: () => void navigate(paths.signIn, { state: reason }) },
    };
    showToast(toast);
    try {
      await call('profilePage', { params: { handle }, signal: AbortSignal.timeout(ASKS_FOR_ACCOUNT_MS) });
    } catch (failure) {
      if (hasErrorCode(failure, 'user_not_found'))
        updateToast(SESSION_TOAST_ID, (shown) =>
          shown ? { text: `The account @${handle} has been deleted.` } : null,
        );
    }
  };
  const onChange = useEffectEvent(() => {
    const before = last.current;
    last.current = current;
    if (handle !== undefined) {
      if (ended.current) showToast({ id: SESSION_TOAST_ID, text: `Welcome back, @${handle}.` });
      ended.current = null;
      return;
    }
    const hasEndedNow = before.handle !== undefined && !hasSignedOutHere();
    if (hasEndedNow) ended.current = { handle: before.handle ?? '', back: before.address };
    if (!ended.current) return;
    if (pathname === paths.signIn) {
      updateToast(SESSION_TOAST_ID, () => null);
      // A screen for members has redirected here, which does not know of the end.
      const reason: ReturnState = { back: ended.current.back, hasEnded: true };
      if (state === null || state.isRedirect)
        void navigate(current.address, { replace: true, state: reason });
    } else if (hasEndedNow) void showEnd(ended.current);
  });
  useEffect(() => onChange(), [handle, pathname, search]);
  return null;
}
