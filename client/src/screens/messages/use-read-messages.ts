import type { DirectMessage } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { markMessagesRead } from '../../api/messages.ts';
import { useCall } from '../../api/api-react.tsx';
import { keys } from '../../api/query-keys.ts';
import { useSession } from '../../identity/session-react.tsx';

/** What the other person wrote counts as read once it is on a page that somebody looks at. */
export function useReadMessages(group: string, latest: DirectMessage | undefined): void {
  const call = useCall();
  const client = useQueryClient();
  const { person } = useSession();
  const told = useRef<string | null>(null);
  const theirs = latest && latest.cognito_user_uuid !== person?.cognito_id ? latest.uuid : null;
  useEffect(() => {
    const tell = () => {
      if (!theirs || told.current === theirs || document.visibilityState !== 'visible') return;
      told.current = theirs;
      void markMessagesRead(call, group, theirs)
        .then(() =>
          Promise.all([
            client.invalidateQueries({ queryKey: keys.conversations }),
            client.invalidateQueries({ queryKey: keys.me }),
          ]),
        )
        // The next look tries again.
        .catch(() => (told.current = null));
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [theirs, group, call, client]);
}
