import { isExpired, type Activity } from '@cruddur/shared';
import { useMemo } from 'react';
import { useNow } from '../components/clock.tsx';
import { GONE_MS } from './living-crud.tsx';

/** The items that are still worth a row: alive, or gone so lately that their row still says so. */
export function useLiving<A extends Activity>(items: readonly A[]): A[] {
  const now = useNow();
  return useMemo(() => items.filter((item) => !isExpired(item.expires_at, now - GONE_MS)), [items, now]);
}
