import {
  countCharacters,
  REPORT_NOTE_MAX,
  REPORT_REASONS,
  REPORT_TEXT_DAYS,
  type ReportReason,
  DEFAULT_MUTE_DURATION,
} from '@cruddur/shared';
import { useId, useState, type SubmitEvent } from 'react';
import { toErrorSentences } from '../base/http/error-texts.ts';
import { useCall } from '../base/http/page-services.ts';
import { newId } from '../base/runtime/browser-runtime.ts';
import { useSession } from '../base/session/session-react.tsx';
import { Button } from '../base/ui/button.tsx';
import { describeRemaining } from '../base/ui/counter-ring.tsx';
import { Dialog } from '../base/ui/dialog.tsx';
import { ErrorBox, useFieldErrors } from '../base/ui/error-box.tsx';
import { FieldFrame } from '../base/ui/field.tsx';
import { RadioChips } from '../base/ui/radio-chips.tsx';
import { sendReport, type Report, type ReportRequest } from './report-request.ts';
import { useToasts } from '../base/ui/toasts.tsx';
import { MUTE_ERRORS, MuteDurationChoice, MutedWordField } from './mute-fields.tsx';
import { toSubject, useMute, useMutePerson } from './use-mute.ts';
import { ConfirmDialog } from '../base/ui/confirm-dialog.tsx';
import { holdPage, useBlockOf, useSetBlock } from './use-block.ts';

const REASONS: Record<ReportReason, string> = {
  harassment: 'Harassment',
  threat: 'Threats',
  private_life: 'Private details',
  impersonation: 'Impersonation',
  spam: 'Spam',
  illegal: 'Illegal content',
  other: 'Something else',
};

const TITLES = { crud: 'Report this crud', message: 'Report this message', person: 'Report this person' };
const COPIED = {
  crud: 'this crud as it is now, even if it burns meanwhile',
  message: 'this message as it is now, even if it is removed meanwhile',
  person: 'this name and bio as they are now, even if they change meanwhile',
};

type Props = { request: ReportRequest; kind: Report['kind']; onClose: () => void };

/** Reports a crud, message or person to the operators, with a reason and a note. */
export function ReportDialog({ request, kind, onClose }: Props) {
  const { uuid, handle } = request;
  const call = useCall();
  const { showToast } = useToasts();
  const { person, getSnapshot } = useSession();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const id = useId();
  const remaining = REPORT_NOTE_MAX - countCharacters(note);

  const send = (report: Report) => {
    // The toast of a failure outlives a sign-out.
    const current = getSnapshot().person;
    if (current && current.cognito_id !== person?.cognito_id) return;
    const toast = newId();
    showToast({ id: toast, text: 'Thank you. The operators of this site will look at it.' });
    holdPage(sendReport(call, report)).catch((failure: unknown) =>
      showToast({
        id: toast,
        text: `Your report wasn’t sent. ${toErrorSentences(failure)}`,
        stays: true,
        action: { label: 'Try again', run: () => send(report) },
      }),
    );
  };

  return (
    <Dialog open onClose={onClose} title={TITLES[kind]}>
      <form
        className="edit"
        id={id}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (reason === null || remaining < 0) return;
          onClose();
          send({ kind, uuid, reason, note });
        }}
      >
        <ReasonChoice value={reason} onChange={setReason} />
        <FieldFrame label="What should the operators know? (optional)">
          {(fieldProps) => (
            <textarea
              className="input"
              name="note"
              {...fieldProps}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </FieldFrame>
        {remaining < 0 && (
          <span className="count over" role="img" aria-label={describeRemaining(remaining)}>
            {remaining}
          </span>
        )}
        <p className="muted">
          The operators get a sealed copy of {COPIED[kind]}. The copy is erased when they have decided, and
          after {REPORT_TEXT_DAYS} days at the latest. @{handle} doesn’t learn who reported.
        </p>
      </form>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={reason === null || remaining < 0}>
            Report
          </Button>
        </span>
      </div>
    </Dialog>
  );
}

type ChoiceProps = { value: ReportReason | null; onChange: (value: ReportReason) => void };

function ReasonChoice({ value, onChange }: ChoiceProps) {
  return (
    <RadioChips
      legend="What is wrong?"
      choices={REPORT_REASONS}
      labelOf={(reason) => REASONS[reason]}
      value={value}
      onChange={onChange}
      autofocus={REPORT_REASONS[0]}
    />
  );
}

type MuteDialogProps = { request: ReportRequest; onClose: () => void };

/** Mutes the author of the request, or a word or hashtag. */
export function MuteDialog({ request, onClose }: MuteDialogProps) {
  const { kind, uuid, handle } = request;
  const isPerson = kind === 'mute';
  const { mute, isBusy, errors, edit } = useMute(onClose);
  const mutePerson = useMutePerson();
  const { box, fieldProps, onEdit } = useFieldErrors({ ...MUTE_ERRORS, errors, onEdit: edit });
  const [word, setWord] = useState('');
  const [duration, setDuration] = useState(DEFAULT_MUTE_DURATION);
  const id = useId();
  const changeWord = (next: string) => {
    setWord(next);
    onEdit();
  };

  return (
    <Dialog open onClose={onClose} title={isPerson ? `Mute @${handle}?` : 'Mute words'}>
      <ErrorBox {...box} />
      <form
        className="edit"
        id={id}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (!isPerson) {
            mute({ ...toSubject(word), duration });
            return;
          }
          onClose();
          mutePerson({ cognito_user_uuid: uuid, handle }, duration);
        }}
      >
        {!isPerson && <MutedWordField {...fieldProps('word')} value={word} onChange={changeWord} isFirst />}
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

type BlockDialogProps = { request: ReportRequest; onClose: () => void };

/** Confirms a block, or an unblock of a blocked person. */
export function BlockDialog({ request, onClose }: BlockDialogProps) {
  const { uuid, handle } = request;
  const { blocked } = useBlockOf(uuid);
  const setBlock = useSetBlock();

  return (
    <ConfirmDialog
      open
      title={blocked ? `Unblock @${handle}?` : `Block @${handle}?`}
      confirm={blocked ? 'Unblock' : 'Block'}
      onConfirm={() => {
        onClose();
        setBlock({ cognito_user_uuid: uuid, handle }, !blocked);
      }}
      onClose={onClose}
    >
      {blocked ? (
        <p>You’ll no longer block cruds and messages between the two of you.</p>
      ) : (
        <>
          <p>
            You won’t see each other’s cruds, replies or online status, and can’t message each other. @
            {handle} isn’t notified.
          </p>
          <p>Public pages stay public: they can be read without signing in.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
