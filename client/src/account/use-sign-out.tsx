import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { useSignOutWarning } from '../compose/use-sign-out-warning.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { paths } from '../paths.ts';

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
