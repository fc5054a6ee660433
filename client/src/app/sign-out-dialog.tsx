import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';

interface Props {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Signing out forgets what was begun here, so that the next person at this browser does not find it. */
export function SignOutDialog({ open, onStay, onLeave }: Props) {
  return (
    <Dialog open={open} onClose={onStay} title="Sign out?">
      <div className="ask">
        <p>There is a draft that was not sent. Signing out forgets it.</p>
        <div className="ask-foot">
          <Button variant="line" data-begin="" onClick={onStay}>
            Stay
          </Button>
          <Button onClick={onLeave}>Forget it and sign out</Button>
        </div>
      </div>
    </Dialog>
  );
}
