import type { Me } from '@cruddur/shared';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasErrorCode } from '../../base/http/api-error.ts';
import { useCall } from '../../base/http/page-services.ts';
import type { Call } from '../../base/http/http-client.ts';
import { createPage, type MePage } from '../../base/http/pages.ts';
import { queryKeys } from '../cache/query-keys.ts';
import { useSignedInUser, useSession } from '../../base/session/session-react.tsx';

export function meQuery(call: Call) {
  return queryOptions({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => fetchMe(call, signal),
    select: ({ head }) => head,
  });
}

async function fetchMe(call: Call, signal: AbortSignal): Promise<MePage> {
  const response = await call('me', { signal });
  return createPage(response, response.data, []);
}

type UnreadCounts = Pick<Me['unread'], 'notifications' | 'messages' | 'requests'>;

const NOTHING_UNREAD: UnreadCounts = { notifications: 0, messages: 0 };

/** The unread counts of the signed-in user by the server; null until they are known. Zero for visitors. */
export function useKnownUnreadCounts(): UnreadCounts | null {
  const { person, status } = useSession();
  const { data } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  if (status === 'visitor') return NOTHING_UNREAD;
  return data && data.cognito_user_uuid === person?.cognito_id ? data.unread : null;
}

/** The same as the badges show them, the requests among the messages; zero until they are known. */
export function useUnreadCounts(): Record<'notifications' | 'messages', number> {
  const { notifications, messages, requests = 0 } = useKnownUnreadCounts() ?? NOTHING_UNREAD;
  return { notifications, messages: messages + requests };
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
