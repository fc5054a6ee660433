import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { ConfirmDialog } from '../base/ui/confirm-dialog.tsx';
import { useBurn, useRewrite } from './use-burn.ts';
import type { ShowToast } from '../base/ui/toasts.tsx';

interface Props {
  /** The crud or reply to burn. */
  to: Activity;
  /** Grows with each request to open the dialog. */
  openCount: number;
  onBurn?: (() => void) | undefined;
  showToast: ShowToast;
}

/** The confirmation before an author burns a crud. It closes at once; a failure is shown as a toast. */
export function BurnDialog({ to, openCount, onBurn, showToast }: Props) {
  const burn = useBurn(showToast);
  const rewrite = useRewrite();
  const [closedCount, setClosedCount] = useState(0);
  const close = () => setClosedCount(openCount);
  const closeAnd = (work: (crud: Activity) => Promise<unknown>) => () => {
    close();
    void work(to);
    onBurn?.();
  };
  return (
    <ConfirmDialog
      open={closedCount !== openCount}
      title="Burn it now?"
      confirm="Burn it"
      onConfirm={closeAnd(burn)}
      // A reply needs its parent, whose page may be another one.
      alternative={
        to.reply_to_activity_uuid === null
          ? { label: 'Burn and rewrite', onSelect: closeAnd(rewrite) }
          : undefined
      }
      onClose={close}
    >
      <p>It disappears for everyone, replies included. This can’t be undone.</p>
    </ConfirmDialog>
  );
}
