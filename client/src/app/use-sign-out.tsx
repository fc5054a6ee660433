import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { useSignOutWarning } from '../compose/use-sign-out-warning.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { paths } from '../paths.ts';

export const signOutDialog = lazyValue(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** Signs out for good, after asking if that costs something written. `dialog` asks. */
export function useSignOut(): { signOut: () => void; dialog: ReactNode } {
  const session = useSession();
  const leaveWarning = useSignOutWarning();
  const navigate = useNavigate();
  const [warning, setWarning] = useState<string | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const stay = () => setWarning(null);
  const leave = () => {
    setWarning(null);
    void session.signOut(true).then(() => navigate(paths.home));
  };
  return {
    signOut: () => {
      const lost = leaveWarning();
      if (lost === null) leave();
      else {
        setWasAsked(true);
        setWarning(lost);
      }
    },
    dialog: wasAsked && (
      <LazyComponent
        component={signOutDialog}
        componentProps={{ warning, onStay: stay, onLeave: leave }}
        fallback={warning !== null && <PendingPopup onCancel={stay} />}
      />
    ),
  };
}
