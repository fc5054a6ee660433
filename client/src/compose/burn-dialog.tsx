import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ComposeContextValue } from './compose-context.tsx';
import { useBurn } from './use-burn.ts';

interface Props {
  /** The crud or reply to burn. */
  to: Activity;
  /** Grows with each request to open the dialog. */
  openCount: number;
  onBurn?: (() => void) | undefined;
  showToast: ComposeContextValue['showToast'];
}

/** The confirmation before an author burns a crud. It closes at once; a failure is shown as a toast. */
export function BurnDialog({ to, openCount, onBurn, showToast }: Props) {
  const burn = useBurn(showToast);
  const [closedCount, setClosedCount] = useState(0);
  const close = () => setClosedCount(openCount);
  return (
    <ConfirmDialog
      open={closedCount !== openCount}
      title="Burn it now?"
      confirm="Burn it"
      onConfirm={() => {
        close();
        void burn(to);
        onBurn?.();
      }}
      onClose={close}
    >
      <p>It disappears for everyone, replies included. This can’t be undone.</p>
    </ConfirmDialog>
  );
}
