import type { ShortUser } from '@cruddur/shared';
import { useMemo, useSyncExternalStore } from 'react';
import { avatarVersions } from '../api/avatar-versions.ts';
import { useSession } from './session/session-react.tsx';

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
