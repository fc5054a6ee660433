import { isExpired, type Activity } from '@cruddur/shared';
import { useMemo } from 'react';
import { useNow, useReached } from '../components/clock.tsx';
import { GONE_MS } from '../machines/expiry.machine.ts';
import { endOf } from './use-expiry.ts';

/**
 * The items that are still worth a row: alive, or gone so lately that their row still says so. Rows end by themselves in
 * time, so the list is put in order only now and then, and at once when the last of it is over.
 */
export function useLiving<A extends Activity>(items: readonly A[]): readonly A[] {
  const now = useNow();
  const last = useMemo(
    () => items.reduce((latest, item) => Math.max(latest, endOf(item) + GONE_MS), -Infinity),
    [items],
  );
  const allOver = useReached(last);
  return useMemo(() => {
    if (allOver) return [];
    const alive = items.filter((item) => !isExpired(item.expires_at, now - GONE_MS));
    return alive.length === items.length ? items : alive;
  }, [items, now, allOver]);
}
