import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/api-react.tsx';
import { meQuery } from '../cache/queries.ts';
import { useSession } from '../auth/session/session-react.tsx';

const NOTHING_UNREAD = { notifications: 0, messages: 0 };

/** How much the signed-in person has not read, as the server counts it; nothing for visitors. */
export function useUnreadCounts(): typeof NOTHING_UNREAD {
  const { person, status } = useSession();
  const { data } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  return data && data.cognito_user_uuid === person?.cognito_id ? data.unread : NOTHING_UNREAD;
}
