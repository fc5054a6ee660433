import { isExpired, type Activity } from '@cruddur/shared';
import { useMemo } from 'react';
import { useNow, useHasPassed } from '../clock/clock-react.tsx';
import { EXPIRED_ROW_MS } from '../machines/expiry.machine.ts';
import { expiryTime } from './use-expiry.ts';

/**
 * The items that are still worth a row: alive, or gone so lately that their row still says so. Rows end by themselves in
 * time, so the list is put in order only now and then, and at once when the last of it is over.
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
    const alive = items.filter((item) => !isExpired(item.expires_at, now - EXPIRED_ROW_MS));
    return alive.length === items.length ? items : alive;
  }, [items, now, areAllExpired]);
}
