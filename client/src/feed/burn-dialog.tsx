import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { Crudding } from './crudding.tsx';
import { useBurn } from './use-burn.ts';

interface Props {
  /** What is to burn. */
  to: Activity;
  /** Grows each time it is asked. */
  turn: number;
  onBurn?: (() => void) | undefined;
  say: Crudding['say'];
}

/** The question before one's own crud burns by hand. A failure is told afterwards, where everything else is. */
export function BurnDialog({ to, turn, onBurn, say }: Props) {
  const burn = useBurn(say);
  const [answered, setAnswered] = useState(0);
  const close = () => setAnswered(turn);
  return (
    <ConfirmDialog
      open={answered !== turn}
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
