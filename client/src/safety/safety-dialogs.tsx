import {
  countCharacters,
  REPORT_NOTE_MAX,
  REPORT_REASONS,
  REPORT_TEXT_DAYS,
  type ReportReason,
} from '@cruddur/shared';
import { useId, useState, type SubmitEvent } from 'react';
import { useCall } from '../api/api-react.tsx';
import { sendReport, type Report } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { describeRemaining } from '../ui/describe-remaining.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { FieldFrame } from '../ui/field.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { useForm } from '../use-form.ts';
import { useComposeContext } from './compose-context.tsx';
import type { ReportRequest } from './report-request.ts';

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
const COPIED = { crud: 'this crud', message: 'this message', person: 'this name and bio' };

type Props = { request: ReportRequest; kind: Report['kind']; onClose: () => void };

/** Reports a crud, message or person to the operators, with a reason and a note. */
export function ReportDialog({ request, kind, onClose }: Props) {
  const { uuid, handle } = request;
  const call = useCall();
  const { showToast } = useComposeContext();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const { errors, isBusy, submit, edit } = useForm({
    async send(chosen: ReportReason) {
      await sendReport(call, { kind, uuid, reason: chosen, note });
      onClose();
      showToast({ text: 'Thank you. The operators of this site will look at it.' });
    },
  });
  const id = useId();
  const remaining = REPORT_NOTE_MAX - countCharacters(note);

  return (
    <Dialog open onClose={onClose} title={TITLES[kind]}>
      <ErrorBox errors={errors} />
      <form
        className="edit"
        id={id}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (reason !== null) submit(reason);
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
              onChange={(event) => {
                setNote(event.currentTarget.value);
                edit();
              }}
            />
          )}
        </FieldFrame>
        {remaining < 0 && (
          <span className="count over" role="img" aria-label={describeRemaining(remaining)}>
            {remaining}
          </span>
        )}
        <p className="muted">
          The operators get a sealed copy of {COPIED[kind]} as it is now, even if it burns meanwhile. The copy
          is erased when they have decided, and after {REPORT_TEXT_DAYS} days at the latest. @{handle} doesn’t
          learn who reported.
        </p>
      </form>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={isBusy} disabled={reason === null || remaining < 0}>
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
      legend="What is wrong with it?"
      choices={REPORT_REASONS}
      labelOf={(reason) => REASONS[reason]}
      value={value}
      onChange={onChange}
      autofocus={REPORT_REASONS[0]}
    />
  );
}
