import {
  BIO_MAX,
  countCharacters,
  isBlank,
  type ShortUser,
  AVATAR_EXTENSIONS,
  errorText,
} from '@cruddur/shared';
import { useId, type SubmitEvent, useRef } from 'react';
import { Button } from '../base/ui/button.tsx';
import { clsx } from 'clsx';
import { describeRemaining } from '../base/ui/counter-ring.tsx';
import { Dialog } from '../base/ui/dialog.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';
import { Field, FieldFrame } from '../base/ui/field.tsx';
import { Camera, CircleAlert } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { Icon } from '../base/ui/icon.tsx';

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

const ACCEPTED = AVATAR_EXTENSIONS.map((extension) => `.${extension}`).join(',');

export type PictureState = {
  /** Object URL of the chosen file. */
  preview: string | null;
  /** Progress of the upload, 0 to 1; null when there is none. */
  progress: number | null;
  /** Error code or text. */
  error: string | null;
};

type PicturePickerProps = { person: ShortUser; picture: PictureState; onPick: (file: File) => void };

function PicturePicker({ person, picture, onPick }: PicturePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const { preview, progress, error } = picture;
  return (
    <div className="picture-picker">
      <Avatar person={person} preview={preview} />
      <div>
        <Button variant="outline" small busy={progress !== null} onClick={() => input.current?.click()}>
          {progress === null && <Icon of={Camera} size="small" />}
          <span>Change picture</span>
        </Button>
        <input
          ref={input}
          className="vh"
          type="file"
          accept={ACCEPTED}
          tabIndex={-1}
          aria-label="Picture"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) onPick(file);
            event.currentTarget.value = '';
          }}
        />
        {progress !== null && <progress className="bar" max={1} value={progress} aria-label="Upload" />}
        {error === null ? (
          <p className="help">JPG, PNG, WebP or GIF, up to 5 MB.</p>
        ) : (
          <p className="err" role="alert">
            <Icon of={CircleAlert} size="small" />
            {errorText(error)}
          </p>
        )}
      </div>
    </div>
  );
}
