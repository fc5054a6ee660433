import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasErrorCode } from '../api/api-error.ts';
import { useCall } from '../api/api-react.tsx';
import { meQuery } from '../cache/queries.ts';
import { useSignedInUser } from '../auth/use-signed-in-user.ts';
import { useSession } from '../auth/session/session-react.tsx';

const NOTHING_UNREAD = { notifications: 0, messages: 0 };

/** The unread counts of the signed-in user by the server; null until they are known. Zero for visitors. */
export function useKnownUnreadCounts(): typeof NOTHING_UNREAD | null {
  const { person, status } = useSession();
  const { data } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  if (status === 'visitor') return NOTHING_UNREAD;
  return data && data.cognito_user_uuid === person?.cognito_id ? data.unread : null;
}

/** The same, and zero until they are known. */
export function useUnreadCounts(): typeof NOTHING_UNREAD {
  return useKnownUnreadCounts() ?? NOTHING_UNREAD;
}

/** The signed-in user with the stored profile, whose names win over the identity provider's, and the unread counts. */
export function useAccount() {
  const { person, status, setPerson } = useSession();
  const { data, error } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  const id = person?.cognito_id;
  const saved = data?.cognito_user_uuid === id ? data : undefined;

  useEffect(() => {
    if (!saved) return;
    setPerson({ handle: saved.handle, display_name: saved.display_name });
  }, [saved, setPerson]);

  // A refetch clears the query's error before a handle is saved, so the need is kept apart.
  const [needsHandle, setNeedsHandle] = useState(false);
  const isRefused = !saved && hasErrorCode(error, 'handle_taken');
  if (!needsHandle && isRefused) setNeedsHandle(true);
  if (needsHandle && (saved || status === 'visitor')) setNeedsHandle(false);

  return { me: useSignedInUser(), unread: useUnreadCounts(), needsHandle };
}
