import { useCallback } from 'react';
import { useSession } from '../identity/session-react.tsx';
import { useOutbox } from '../outbox/outbox-react.tsx';
import { useDrafts } from './drafts-react.tsx';

/** What to say before somebody signs out; null when nothing is lost by it. */
export function useLeaveWarning(): () => string | null {
  const drafts = useDrafts();
  const outbox = useOutbox();
  const id = useSession().person?.cognito_id;
  return useCallback(() => {
    const unsent = outbox.getSnapshot().length;
    if (unsent > 0) return unsentWords(unsent);
    return id !== undefined && drafts.has(id)
      ? 'There is a draft that was not sent. Signing out forgets it.'
      : null;
  }, [drafts, outbox, id]);
}

function unsentWords(count: number): string {
  return count === 1
    ? '1 post has not been sent yet. Signing out forgets it.'
    : `${count} posts have not been sent yet. Signing out forgets them.`;
}
