import type { ShortUser } from '@cruddur/shared';
import { useMemo, useSyncExternalStore } from 'react';
import { avatarVersions } from '../api/avatar-versions.ts';
import { useSession } from '../auth/session/session-react.tsx';

/** Who is signed in, in the shape in which people are shown; null for visitors. */
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
