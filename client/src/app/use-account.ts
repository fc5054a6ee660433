import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasErrorCode } from '../api/api-error.ts';
import { useCall } from '../api/api-react.tsx';
import { meQuery } from '../cache/queries.ts';
import { useSignedInUser } from './use-signed-in-user.ts';
import { useUnreadCounts } from './use-unread-counts.ts';
import { useSession } from '../auth/session/session-react.tsx';

/** The signed-in person with the profile that the product keeps, whose name wins over the pool's, and what is unread. */
export function useAccount() {
  const { person, status, setPerson } = useSession();
  const { data, error } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  const id = person?.cognito_id;
  const saved = data?.cognito_user_uuid === id ? data : undefined;

  useEffect(() => {
    if (!saved) return;
    setPerson({ handle: saved.handle, display_name: saved.display_name });
  }, [saved, setPerson]);

  // Asking again takes the refusal off the query, but not yet the need.
  const [needsHandle, setNeedsHandle] = useState(false);
  const isRefused = !saved && hasErrorCode(error, 'handle_taken');
  if (!needsHandle && isRefused) setNeedsHandle(true);
  if (needsHandle && (saved || status === 'visitor')) setNeedsHandle(false);

  return { me: useSignedInUser(), unread: useUnreadCounts(), needsHandle };
}
