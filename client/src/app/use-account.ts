import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../api/api-react.tsx';
import { meQuery } from '../api/queries.ts';
import { useOwn } from '../feed/use-own.ts';
import { useSession } from '../identity/session-react.tsx';

const NOTHING_UNREAD = { notifications: 0, messages: 0 };

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

  return { me: useOwn(), unread: saved?.unread ?? NOTHING_UNREAD, error };
}
