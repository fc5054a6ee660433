import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Awaited } from '../components/awaited.tsx';
import { LatePart } from '../components/late-part.tsx';
import { useLeaveWarning } from '../feed/use-leave-warning.ts';
import { useSession } from '../identity/session-react.tsx';
import { late } from '../late.ts';
import { paths } from '../paths.ts';

export const signOutDialog = late(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** Signs out for good, after asking if that costs something written. `dialog` asks. */
export function useSignOut(): { signOut: () => void; dialog: ReactNode } {
  const session = useSession();
  const leaveWarning = useLeaveWarning();
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
      <LatePart
        of={signOutDialog}
        with={{ warning, onStay: stay, onLeave: leave }}
        meanwhile={warning !== null && <Awaited onGiveUp={stay} />}
      />
    ),
  };
}
