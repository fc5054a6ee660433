import { useEffect, useEffectEvent } from 'react';
import type { ComposeEvent } from '../machines/compose.machine.ts';

interface PopupOpening {
  send: (event: ComposeEvent) => void;
  /** What stands there already. */
  value: string;
  /** Grows each time the popup is asked for. */
  openCount: number;
  /** What was typed before the popup was there the first time. */
  earlyInput: string;
}

/** Opens a popup whenever it is asked for, and has it begin with what was meant for it. */
export function usePopupOpening({ send, value, openCount, earlyInput }: PopupOpening): void {
  useEffect(() => send({ type: 'OPEN' }), [openCount, send]);
  const typeEarlyInput = useEffectEvent(() => {
    if (earlyInput !== '') send({ type: 'TYPE', text: value + earlyInput });
  });
  useEffect(() => typeEarlyInput(), []);
}
