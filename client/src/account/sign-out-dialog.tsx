import { ConfirmDialog } from '../base/ui/confirm-dialog.tsx';

interface Props {
  /** The data that a sign-out deletes; null while the dialog is closed. */
  warning: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}

/** A sign-out deletes drafts and unsent posts, so that the next user of this browser does not find them. */
export function SignOutDialog({ warning, onCancel, onConfirm }: Props) {
  return (
    <ConfirmDialog
      open={warning !== null}
      title="Sign out?"
      confirm="Delete and sign out"
      cancel="Stay"
      onConfirm={onConfirm}
      onClose={onCancel}
    >
      <p>{warning}</p>
    </ConfirmDialog>
  );
}
