import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';

interface Props {
  /** What signing out costs; null while nobody asks. */
  warning: string | null;
  onStay: () => void;
  onLeave: () => void;
}

/** Signing out forgets what was begun here, so that the next person at this browser does not find it. */
export function SignOutDialog({ warning, onStay, onLeave }: Props) {
  return (
    <Dialog open={warning !== null} onClose={onStay} title="Sign out?">
      <p className="confirm">{warning}</p>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="line" data-begin="" onClick={onStay}>
            Stay
          </Button>
          <Button onClick={onLeave}>Forget it and sign out</Button>
        </span>
      </div>
    </Dialog>
  );
}
