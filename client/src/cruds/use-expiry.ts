import { isExpired, type Activity } from '@cruddur/shared';
import { useEffect, useMemo } from 'react';
import { useMachine } from '../base/machines/use-machine.ts';
import { EXPIRED_ROW_MS, expiryMachine } from './expiry.machine.ts';
import { useHasPassed, useNow, usePageTimers } from '../base/clock/clock-react.tsx';

/** The state of a crud's expiry, and `leave`, to call when its expired row is off the screen. @param end epoch milliseconds */
export function useExpiry(end: number) {
  const { now, timers } = usePageTimers();
  const [state, send] = useMachine(expiryMachine, { input: { end, now, allowsMotion }, clock: timers });
  useEffect(() => send({ type: 'ENDS', end }), [send, end]);
  return { ending: state.value, leave: () => send({ type: 'LEFT' }) };
}

/** Epoch milliseconds; `Infinity` for a crud that does not expire. */
export function expiryTime({ expires_at }: { expires_at: string | null }): number {
  return expires_at === null ? Infinity : Date.parse(expires_at);
}

/**
 * The items that still have a row: alive, or so recently expired that the row says so. Each row ends by itself in time, so the
 * list is filtered every ten seconds only, and at once when its last row has ended.
 */
export function useUnexpired<A extends Activity>(items: readonly A[]): readonly A[] {
  const now = useNow();
  const last = useMemo(
    () => items.reduce((latest, item) => Math.max(latest, expiryTime(item) + EXPIRED_ROW_MS), -Infinity),
    [items],
  );
  const areAllExpired = useHasPassed(last);
  return useMemo(() => {
    if (areAllExpired) return [];
    const unexpired = items.filter((item) => !isExpired(item.expires_at, now - EXPIRED_ROW_MS));
    return unexpired.length === items.length ? items : unexpired;
  }, [items, now, areAllExpired]);
}

function allowsMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: no-preference)').matches;
}
