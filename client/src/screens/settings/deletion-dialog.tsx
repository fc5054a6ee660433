import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { DELETION_ERRORS } from '../../machines/account-deletion.machine.ts';

type Props = {
  open: boolean;
  handle: string;
  busy: boolean;
  /** Codes or texts. */
  errors: readonly string[];
  onEdit: () => void;
  onDelete: (typed: string) => void;
  onClose: () => void;
};

/** The last question before an account goes: its handle has to be typed. */
export function DeletionDialog({ open, onClose, ...form }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Delete account?">
      <DeletionForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Lives as long as the dialog is open, and its text with it. */
function DeletionForm({ handle, busy, errors, onEdit, onDelete, onClose }: Omit<Props, 'open'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onDelete(typed);
  };
  return (
    <form onSubmit={submit}>
      <ErrorBox errors={errors} fields={{ [DELETION_ERRORS.otherHandle]: id }} />
      <div className="confirm">
        <p>
          Everything of yours is erased, here and at the sign-in. Type <b>@{handle}</b> if you mean it.
        </p>
        <Field
          label="Your handle"
          id={id}
          sign="@"
          name="confirm_handle"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-begin=""
          value={typed}
          onChange={(value) => {
            setTyped(value);
            onEdit();
          }}
        />
      </div>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="btn-danger" busy={busy} disabled={typed.trim() === ''}>
            Delete account
          </Button>
        </span>
      </div>
    </form>
  );
}
