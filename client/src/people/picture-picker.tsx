import { AVATAR_EXTENSIONS, type ShortUser } from '@cruddur/shared';
import { Camera, CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { errorText } from '@cruddur/shared';
import { Avatar } from './avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const ACCEPTED = AVATAR_EXTENSIONS.map((extension) => `.${extension}`).join(',');

export type PictureState = {
  /** Object URL of the chosen file. */
  preview: string | null;
  /** Progress of the upload, 0 to 1; null when there is none. */
  progress: number | null;
  /** Error code or text. */
  error: string | null;
};

type Props = { person: ShortUser; picture: PictureState; onPick: (file: File) => void };

export function PicturePicker({ person, picture, onPick }: Props) {
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
