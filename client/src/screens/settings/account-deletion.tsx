import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SettingsSection } from './settings-section.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { DELETION_ERRORS } from '../../machines/account-deletion.machine.ts';

/** The section that names all that a deletion erases. */
export function DeletionSection({ onDelete }: { onDelete: () => void }) {
  return (
    <SettingsSection
      danger
      title="Delete account"
      lead="What burns out by itself some day can also go at once. There is no way back from this:"
    >
      <ul className="erased-items">
        <li>Your cruds go, with every reply to them, and so do your replies to others.</li>
        <li>Your messages go. What others wrote to you stays with them.</li>
        <li>Your picture, name, bio, likes and reposts go.</li>
        <li>Your sign-in goes: password, passkeys and devices.</li>
        <li>Your handle is never given to another person, so no one can pose as you.</li>
      </ul>
      <div>
        <Button className="btn-danger" onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </SettingsSection>
  );
}

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

/** Confirms a deletion: the handle of the account must be typed. */
export function DeletionDialog({ open, onClose, ...form }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Delete account?">
      <DeletionForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Unmounts with the dialog, so the typed text is gone when it opens again. */
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
          data-autofocus=""
          value={typed}
          onChange={(value) => {
            setTyped(value);
            onEdit();
          }}
        />
      </div>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="outline" onClick={onClose}>
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
