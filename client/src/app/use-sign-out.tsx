import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDrafts } from '../feed/drafts-react.tsx';
import { useSession } from '../identity/session-react.tsx';
import { paths } from '../paths.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Signs out for good, after asking if that costs a draft. `dialog` asks. */
export function useSignOut(): { signOut: () => void; dialog: ReactNode } {
  const session = useSession();
  const drafts = useDrafts();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    void session.signOut(true).then(() => navigate(paths.home));
  };
  const { person } = session;
  return {
    signOut: () => (person && drafts.has(person.cognito_id) ? setAsking(true) : leave()),
    dialog: <SignOutDialog open={asking} onStay={() => setAsking(false)} onLeave={leave} />,
  };
}
