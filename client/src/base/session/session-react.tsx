import { useMemo, useSyncExternalStore } from 'react';
import { VISITOR, type Session, type SessionSnapshot } from './session.ts';
import { createRequiredContext } from '../page/required-context.ts';
import type { ShortUser } from '@cruddur/shared';
import { avatarVersions } from '../http/avatar-versions.ts';

const [SessionContext, useStableSession] = createRequiredContext<Session>('SessionContext');
export { SessionContext };

export type SessionWithSnapshot = SessionSnapshot & Omit<Session, 'subscribe'>;

/** The session's live status and user, with its functions. */
export function useSession(): SessionWithSnapshot {
  const session = useStableSession();
  // Pages are server-rendered for visitors only.
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, () => VISITOR);
  return useMemo(() => ({ ...session, ...snapshot }), [session, snapshot]);
}

/** The signed-in user in the shape of the contract's short user; null for visitors. */
export function useSignedInUser(): ShortUser | null {
  const { person } = useSession();
  const versions = useSyncExternalStore(
    avatarVersions.subscribe,
    avatarVersions.getSnapshot,
    avatarVersions.getSnapshot,
  );
  return useMemo(() => {
    if (!person) return null;
    const { handle, display_name, cognito_id } = person;
    const avatar_version = versions.get(cognito_id) ?? 0;
    return { handle, display_name, cognito_user_uuid: cognito_id, avatar_version };
  }, [person, versions]);
}
