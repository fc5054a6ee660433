import { DEFAULT_MUTE_DURATION } from '@cruddur/shared';
import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { MuteDurationChoice, MutedWordField } from './mute-fields.tsx';
import { toSubject } from './mute-texts.ts';
import type { ReportRequest } from './report-request.ts';
import { useMute } from './use-mute.ts';

type Props = { request: ReportRequest; onClose: () => void };

/** Mutes the author of the request, or a word or hashtag. */
export function MuteDialog({ request, onClose }: Props) {
  const { kind, uuid, handle } = request;
  const isPerson = kind === 'mute';
  const { mute, isBusy, errors, edit } = useMute(onClose);
  const [word, setWord] = useState('');
  const [duration, setDuration] = useState(DEFAULT_MUTE_DURATION);
  const id = useId();
  const changeWord = (next: string) => {
    setWord(next);
    edit();
  };

  return (
    <Dialog open onClose={onClose} title={isPerson ? `Mute @${handle}?` : 'Mute words'}>
      <ErrorBox errors={errors} />
      <form
        className="edit"
        id={id}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          const subject = isPerson ? { kind: 'person' as const, value: uuid } : toSubject(word);
          mute({ ...subject, duration });
        }}
      >
        {!isPerson && <MutedWordField value={word} onChange={changeWord} isFirst />}
        <MuteDurationChoice value={duration} onChange={setDuration} isFirst={isPerson} />
        <p className="muted">
          <span>
            {isPerson
              ? `You won’t see cruds and notifications by @${handle}, and we don’t tell them. `
              : 'You won’t see other people’s cruds that contain it. '}
          </span>
          <span>Muted replies collapse. Direct messages are not affected.</span>
        </p>
      </form>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={isBusy} disabled={!isPerson && word.trim() === ''}>
            Mute
          </Button>
        </span>
      </div>
    </Dialog>
  );
}
