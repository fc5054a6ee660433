import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface Props {
  /** What signing out costs; null while nobody asks. */
  warning: string | null;
  onStay: () => void;
  onLeave: () => void;
}

/** Signing out forgets what was begun here, so that the next person at this browser does not find it. */
export function SignOutDialog({ warning, onStay, onLeave }: Props) {
  return (
    <ConfirmDialog
      open={warning !== null}
      title="Sign out?"
      confirm="Forget it and sign out"
      cancel="Stay"
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>{warning}</p>
    </ConfirmDialog>
  );
}
