import { useMachine } from '../use-machine.ts';
import { useEffect } from 'react';
import { usePageTimers } from '../clock/clock-react.tsx';
import { expiryMachine } from '../machines/expiry.machine.ts';

/** How far a crud is on its way out, and what to call when its last row is out of sight. @param end epoch milliseconds */
export function useExpiry(end: number) {
  const { now, timers } = usePageTimers();
  const [state, send] = useMachine(expiryMachine, { input: { end, now, allowsMotion }, clock: timers });
  useEffect(() => send({ type: 'ENDS', end }), [send, end]);
  return { ending: state.value, leave: () => send({ type: 'LEFT' }) };
}

/** Epoch milliseconds at which a crud ends by itself. */
export function expiryTime({ expires_at }: { expires_at: string | null }): number {
  return expires_at === null ? Infinity : Date.parse(expires_at);
}

function allowsMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: no-preference)').matches;
}
