import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorBox } from './error-box.tsx';

type Props = {
  open: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirm: string;
  /** The harmless answer. */
  cancel?: string;
  busy?: boolean;
  /** Why it did not work. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question before something that cannot be taken back. The keyboard begins at the harmless answer. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  busy = false,
  error = '',
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ErrorBox errors={error === '' ? [] : [error]} />
      <div className="confirm">{children}</div>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="line" data-begin="" onClick={onClose}>
            {cancel}
          </Button>
          <Button className="btn-danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </span>
      </div>
    </Dialog>
  );
}
