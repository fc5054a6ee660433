import { useCallback } from 'react';
import { useSession } from '../auth/session/session-react.tsx';
import { useOutbox } from '../outbox/outbox-react.tsx';
import { useDrafts } from './drafts-react.tsx';

/** @returns the warning before a sign-out that deletes drafts or unsent posts; null when there are none */
export function useSignOutWarning(): () => string | null {
  const drafts = useDrafts();
  const outbox = useOutbox();
  const id = useSession().person?.cognito_id;
  return useCallback(() => {
    const unsent = outbox.getSnapshot().length;
    if (unsent > 0) return unsentText(unsent);
    return id !== undefined && drafts.has(id) ? 'You have an unsent draft. Signing out deletes it.' : null;
  }, [drafts, outbox, id]);
}

function unsentText(count: number): string {
  return count === 1
    ? '1 post hasn’t been sent yet. Signing out deletes it.'
    : `${count} posts haven’t been sent yet. Signing out deletes them.`;
}
