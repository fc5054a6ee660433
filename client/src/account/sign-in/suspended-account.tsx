import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallContext, useCall } from '../../base/http/page-services.ts';
import type { Call } from '../../base/http/http-client.ts';
import { SESSION_TOAST_ID } from '../session/session-with-local-data.ts';
import { SessionContext, useSession, type SessionWithSnapshot } from '../../base/session/session-react.tsx';
import type { Session, SuspendedUser } from '../../base/session/session.ts';
import { paths } from '../../base/paths.ts';
import { ACCOUNT_DELETED, AccountDeletion, useAccountDeletion } from '../settings/account-deletion.tsx';
import { DataSection } from '../settings/data-section.tsx';
import { useToasts } from '../../base/ui/toasts.tsx';

/** What a suspended user may still do, with the token of the refused sign-in: download the data and delete the account. */
export function SuspendedAccount({ user }: { user: SuspendedUser }) {
  const session = useSession();
  const call = useCall();
  const { restricted, restrictedCall } = useMemo(
    () => createRestrictedParts(session, call, user),
    [session, call, user],
  );
  return (
    <CallContext value={restrictedCall}>
      <SessionContext value={restricted}>
        <div className="suspended-account">
          <DataSection />
          <SuspendedDeletion handle={user.handle} />
        </div>
      </SessionContext>
    </CallContext>
  );
}

function SuspendedDeletion({ handle }: { handle: string }) {
  const navigate = useNavigate();
  const { showToast } = useToasts();
  const onDeleted = useCallback(() => {
    void navigate(paths.home);
    showToast({ id: SESSION_TOAST_ID, text: ACCOUNT_DELETED });
  }, [navigate, showToast]);
  return <AccountDeletion handle={handle} deletion={useAccountDeletion(onDeleted)} />;
}

/** A session that only has this token: it is stored nowhere and cannot be renewed. */
function createRestrictedParts(session: SessionWithSnapshot, call: Call, user: SuspendedUser) {
  const { handle, accessToken } = user;
  const snapshot = { status: 'person', person: { handle, display_name: handle, cognito_id: '' } } as const;
  const restricted: Session = {
    ...session,
    accessToken: () => Promise.resolve(accessToken),
    refresh: () => Promise.resolve(null),
    signOut: () => Promise.resolve(),
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
  };
  // Whether the account is gone is asked without the token, which an erasure ends.
  const restrictedCall: Call = (name, input) =>
    call(name, name === 'deleteAccount' ? { ...input, accessToken } : input);
  return { restricted, restrictedCall };
}
