import { BIO_MAX, countCharacters, isBlank, type ShortUser } from '@cruddur/shared';
import { useId, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { clsx } from 'clsx';
import { describeRemaining } from '../ui/describe-remaining.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field, FieldFrame } from '../ui/field.tsx';
import { PicturePicker, type PictureState } from './picture-picker.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  person: ShortUser;
  displayName: string;
  onDisplayName: (value: string) => void;
  bio: string;
  onBio: (value: string) => void;
  picture: PictureState;
  onPick: (file: File) => void;
  onSubmit: () => void;
  busy: boolean;
  /** Error codes or texts. */
  errors: readonly string[];
};

export function EditProfileDialog({ open, onClose, busy, errors, onSubmit, ...form }: Props) {
  const id = useId();
  const { displayName, bio } = form;
  const remaining = BIO_MAX - countCharacters(bio);
  const save = (
    <Button small type="submit" form={id} busy={busy} disabled={isBlank(displayName)}>
      Save
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Edit Profile" end={save}>
      <ErrorBox
        errors={errors}
        fields={{ display_name_blank: `${id}-name`, display_name_invalid: `${id}-name` }}
      />
      <form
        className="edit"
        id={id}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <PicturePicker person={form.person} picture={form.picture} onPick={form.onPick} />
        <Field
          label="Display Name"
          id={`${id}-name`}
          name="display_name"
          autoComplete="name"
          data-autofocus=""
          value={displayName}
          onChange={form.onDisplayName}
        />
        <FieldFrame label="Bio">
          {(fieldProps) => (
            <textarea
              className="input"
              name="bio"
              {...fieldProps}
              value={bio}
              onChange={(event) => form.onBio(event.currentTarget.value)}
            />
          )}
        </FieldFrame>
        <span
          className={clsx('count', remaining < 0 && 'over')}
          role="img"
          aria-label={describeRemaining(remaining)}
        >
          {remaining}
        </span>
      </form>
    </Dialog>
  );
}
