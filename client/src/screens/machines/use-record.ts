import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { actorsAt, type Actors } from './actors-at.ts';
import { createRecord, type Recorded } from './record.ts';
import { watchTabs } from './watch-tabs.ts';

/** Kept while the program lives, so that who looks at another screen in between finds the record again. */
const record = createRecord();

const now = () => performance.timeOrigin + performance.now();
const left = (tab: string) => record.leave(tab, now());

/** What all tabs of this browser tell of their machines, as long as it is wanted. */
export function useRecord(isLive: boolean): Recorded {
  const recorded = useSyncExternalStore(record.subscribe, record.getSnapshot);
  useEffect(() => {
    if (!isLive) return;
    const end = watchTabs({ hear: record.add, left });
    return () => {
      end();
      record.pause(now());
    };
  }, [isLive]);
  return recorded;
}

/** How all actors stood after so many entries; null is now. */
export function useActorsAt({ entries, actors }: Recorded, place: number | null): Actors {
  return useMemo(
    () => (place === null ? actors : actorsAt(entries.slice(0, place))),
    [entries, actors, place],
  );
}
