import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiProvider, useCall } from '../../api/api-react.tsx';
import type { Call } from '../../api/http-client.ts';
import { SESSION_TOAST_ID } from '../../app/session-with-local-data.ts';
import { SessionProvider, useSession, type SessionWithSnapshot } from '../../auth/session/session-react.tsx';
import type { Session, SuspendedUser } from '../../auth/session/session.ts';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { paths } from '../../paths.ts';
import { ACCOUNT_DELETED, AccountDeletion } from '../../account/account-deletion.tsx';
import { DataSection } from '../../account/data-section.tsx';
import { useAccountDeletion } from '../../account/use-account-deletion.ts';

/** What a suspended user may still do, with the token of the refused sign-in: download the data and delete the account. */
export function SuspendedAccount({ user }: { user: SuspendedUser }) {
  const session = useSession();
  const call = useCall();
  const { restricted, restrictedCall } = useMemo(
    () => createRestrictedParts(session, call, user),
    [session, call, user],
  );
  return (
    <ApiProvider call={restrictedCall}>
      <SessionProvider session={restricted}>
        <div className="suspended-account">
          <DataSection />
          <SuspendedDeletion handle={user.handle} />
        </div>
      </SessionProvider>
    </ApiProvider>
  );
}

function SuspendedDeletion({ handle }: { handle: string }) {
  const navigate = useNavigate();
  const { showToast } = useComposeContext();
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
