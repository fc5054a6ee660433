import { REQUEST_MESSAGES_MAX } from '@cruddur/shared';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import type { ReportChoice } from '../ui/menu-item.ts';

type Props = {
  /** The sender. */
  handle: string;
  busy: boolean;
  /** The dialog that confirms the deletion is open. */
  asking: boolean;
  /** The failure of the last answer, as text; empty without one. */
  error: string;
  onAccept: () => void;
  onDelete: () => void;
  onKeep: () => void;
  onConfirm: () => void;
  onReport: (choice: ReportChoice) => void;
};

/** In place of the composer below a request: what it is, and the answers to it. */
export function RequestBar(props: Props) {
  const { handle, busy, asking, error, onAccept, onDelete, onKeep, onConfirm, onReport } = props;
  return (
    <section className="request-bar" aria-label="Message request">
      <ErrorBox errors={error === '' || asking ? [] : [error]} />
      <p>
        <b>@{handle} wants to message you.</b> They don’t see that you’ve read this until you accept.
      </p>
      <div className="request-answers">
        <Button busy={busy && !asking} onClick={onAccept}>
          Accept
        </Button>
        <Button variant="outline" onClick={onDelete}>
          Delete
        </Button>
        <span className="push">
          <Button variant="outline" onClick={() => onReport('block')}>
            Block
          </Button>
          <Button variant="outline" onClick={() => onReport('report')}>
            Report
          </Button>
        </span>
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete this request?"
        confirm="Delete"
        busy={busy}
        error={error}
        onConfirm={onConfirm}
        onClose={onKeep}
      >
        <p>Its messages disappear for you, and @{handle} can’t write again. They aren’t told.</p>
      </ConfirmDialog>
    </section>
  );
}

/** Above the composer of the sender, until the request is answered. */
export function SentRequestNotice({ handle }: { handle: string }) {
  return (
    <p className="request-note" role="status">
      @{handle} gets this as a request. You can send {REQUEST_MESSAGES_MAX} messages until they answer.
    </p>
  );
}
