import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLeaveWarning } from '../feed/use-leave-warning.ts';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Signs out for good, after asking if that costs something written. `dialog` asks. */
export function useSignOut(): { signOut: () => void; dialog: ReactNode } {
  const session = useSession();
  const leaveWarning = useLeaveWarning();
  const navigate = useNavigate();
  const [warning, setWarning] = useState<string | null>(null);
  const leave = () => {
    setWarning(null);
    void session.signOut(true).then(() => navigate(paths.home));
  };
  return {
    signOut: () => {
      const lost = leaveWarning();
      if (lost === null) leave();
      else setWarning(lost);
    },
    dialog: <SignOutDialog warning={warning} onStay={() => setWarning(null)} onLeave={leave} />,
  };
}
