import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ComposeContextValue } from './compose-context.tsx';
import { useBurn } from './use-burn.ts';

interface Props {
  /** What is to burn. */
  to: Activity;
  /** Grows each time it is asked. */
  openCount: number;
  onBurn?: (() => void) | undefined;
  showToast: ComposeContextValue['showToast'];
}

/** The question before one's own crud burns by hand. A failure is told afterwards, where everything else is. */
export function BurnDialog({ to, openCount, onBurn, showToast }: Props) {
  const burn = useBurn(showToast);
  const [answered, setAnswered] = useState(0);
  const close = () => setAnswered(openCount);
  return (
    <ConfirmDialog
      open={answered !== openCount}
      title="Burn it now?"
      confirm="Burn it"
      onConfirm={() => {
        close();
        void burn(to);
        onBurn?.();
      }}
      onClose={close}
    >
      <p>It goes for everybody at once, with its replies, and cannot be brought back.</p>
    </ConfirmDialog>
  );
}
