import {
  BIO_MAX,
  countCharacters,
  DISPLAY_NAME_MAX,
  type ErrorCode,
  isAllowedName,
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
import { ErrorBox, useFieldErrors } from '../base/ui/error-box.tsx';
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
  /** Clears the errors. */
  onEdit: () => void;
  onSubmit: () => void;
  busy: boolean;
  /** Error codes or texts. */
  errors: readonly string[];
};

const ERRORS_OF_FIELDS = {
  display_name: ['display_name_blank', 'display_name_exceed_max_chars_50', 'display_name_invalid'],
  bio: ['bio_exceed_max_chars_160'],
} as const satisfies Record<string, readonly ErrorCode[]>;

/** The codes of all invalid fields, in the order of the form. */
export function findProfileErrors({ displayName, bio }: { displayName: string; bio: string }): ErrorCode[] {
  return [...findNameErrors(displayName), ...(countCharacters(bio) > BIO_MAX ? ERRORS_OF_FIELDS.bio : [])];
}

function findNameErrors(name: string): ErrorCode[] {
  if (isBlank(name)) return ['display_name_blank'];
  if (countCharacters(name) > DISPLAY_NAME_MAX) return ['display_name_exceed_max_chars_50'];
  return isAllowedName(name) ? [] : ['display_name_invalid'];
}

export function EditProfileDialog({ open, onClose, busy, errors, onSubmit, ...form }: Props) {
  const id = useId();
  const { displayName, bio } = form;
  const remaining = BIO_MAX - countCharacters(bio);
  const { box, fieldProps, onEdit } = useFieldErrors({
    errors,
    ofFields: ERRORS_OF_FIELDS,
    found: findProfileErrors(form),
    onEdit: form.onEdit,
  });
  const save = (
    <Button small type="submit" form={id} busy={busy}>
      Save
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Edit Profile" end={save}>
      <ErrorBox {...box} />
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
          {...fieldProps('display_name')}
          autoComplete="name"
          data-autofocus=""
          value={displayName}
          onChange={(value) => {
            form.onDisplayName(value);
            onEdit();
          }}
        />
        <FieldFrame label="Bio" {...fieldProps('bio')}>
          {(inputProps) => (
            <textarea
              className="input"
              name="bio"
              {...inputProps}
              value={bio}
              onChange={(event) => {
                form.onBio(event.currentTarget.value);
                onEdit();
              }}
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
