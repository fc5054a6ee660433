import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../auth/session/session-react.tsx';
import type { RealtimeClient } from '../realtime/realtime-client.ts';

/** Keeps the tab's connection while somebody is signed in, and only then. */
export function usePersonalStream(live: RealtimeClient): void {
  const { person } = useSession();
  const id = person?.cognito_id;
  const handle = person?.handle;
  const client = useQueryClient();
  // What one person saw is nothing for the next one at this browser.
  useEffect(() => () => client.clear(), [client, id]);
  useEffect(() => {
    if (id === undefined || handle === undefined) return;
    live.start(() => ({ cognito_id: id, handle }));
    return () => live.stop();
  }, [live, id, handle]);
}
