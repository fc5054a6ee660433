import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorBox } from './error-box.tsx';

type Props = {
  open: boolean;
  title: string;
  /** The consequence, as text. */
  children: ReactNode;
  confirm: string;
  cancel?: string;
  /** Another way to confirm, beside Cancel. */
  alternative?: { label: string; onSelect: () => void } | undefined;
  busy?: boolean;
  /** The failure of the last attempt, as code or text. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
};

const ignore = () => undefined;

/** A confirmation before an irreversible action. Focus starts on Cancel. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  alternative,
  busy = false,
  error = '',
  onConfirm,
  onClose,
}: Props) {
  // What has been confirmed can’t be cancelled any more.
  const close = busy ? ignore : onClose;
  return (
    <Dialog open={open} onClose={close} title={title}>
      <ErrorBox errors={error === '' ? [] : [error]} />
      <div className="confirm">{children}</div>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="outline" data-autofocus="" onClick={close}>
            {cancel}
          </Button>
          {alternative && (
            <Button variant="outline" onClick={alternative.onSelect}>
              {alternative.label}
            </Button>
          )}
          <Button className="btn-danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </span>
      </div>
    </Dialog>
  );
}
