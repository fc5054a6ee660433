import { useState, type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { PendingPopup } from '../base/lazy/pending-popup.tsx';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';
import { useOutbox } from '../sync/outbox/outbox-react.tsx';
import { useDrafts } from '../cruds/drafts.ts';

const signOutDialog = lazyValue(27, async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** Signs out, after a confirmation in `dialog` when a draft or an unsent post would be deleted. */
export function useSignOut(): { signOut: () => void; dialog: ReactNode } {
  const session = useSession();
  const getWarning = useSignOutWarning();
  const navigate = useNavigate();
  const [warning, setWarning] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const cancel = () => setWarning(null);
  const confirm = () => {
    setWarning(null);
    void session.signOut(true).then(() => navigate(paths.home));
  };
  return {
    signOut: () => {
      const next = getWarning();
      if (next === null) confirm();
      else {
        setWasOpened(true);
        setWarning(next);
      }
    },
    dialog: wasOpened && (
      <LazyComponent
        component={signOutDialog}
        componentProps={{ warning, onCancel: cancel, onConfirm: confirm }}
        fallback={warning !== null && <PendingPopup onCancel={cancel} />}
      />
    ),
  };
}

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
