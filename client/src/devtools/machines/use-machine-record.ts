import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { reduceActors, type Actors } from './reduce-actors.ts';
import { createRecord, type RecordSnapshot } from './record.ts';
import { watchTabs } from './watch-tabs.ts';

/** Kept while the program lives, so that who looks at another screen in between finds the record again. */
const record = createRecord();

const now = () => performance.timeOrigin + performance.now();
const removeTab = (tab: string) => record.removeTab(tab, now());

/** What all tabs of this browser tell of their machines, as long as it is wanted. */
export function useMachineRecord(isLive: boolean): RecordSnapshot {
  const recorded = useSyncExternalStore(record.subscribe, record.getSnapshot);
  useEffect(() => {
    if (!isLive) return;
    const end = watchTabs({ onEntries: record.add, onTabClosed: removeTab });
    return () => {
      end();
      record.pause(now());
    };
  }, [isLive]);
  return recorded;
}

/** How all actors stood after so many entries; null is now. */
export function useActorsAt({ entries, actors }: RecordSnapshot, position: number | null): Actors {
  return useMemo(
    () => (position === null ? actors : reduceActors(entries.slice(0, position))),
    [entries, actors, position],
  );
}
