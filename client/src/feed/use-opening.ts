import { useEffect, useEffectEvent } from 'react';
import type { ComposeEvent } from '../machines/compose.machine.ts';

interface Asked {
  send: (event: ComposeEvent) => void;
  /** What stands there already. */
  value: string;
  /** Grows each time the popup is asked for. */
  turn: number;
  /** What was typed before the popup was there the first time. */
  typed: string;
}

/** Opens a popup whenever it is asked for, and has it begin with what was meant for it. */
export function useOpening({ send, value, turn, typed }: Asked): void {
  useEffect(() => send({ type: 'OPEN' }), [turn, send]);
  const goOn = useEffectEvent(() => {
    if (typed !== '') send({ type: 'TYPE', text: value + typed });
  });
  useEffect(() => goOn(), []);
}
