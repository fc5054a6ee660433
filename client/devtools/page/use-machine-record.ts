import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { newId } from '../../src/base/runtime/browser-runtime.ts';
import {
  MACHINES_CHANNEL,
  tabLockName,
  watchLockName,
  type InspectMessage,
} from '../inspect/inspect-messages.ts';
import type { TraceEntry } from '../inspect/trace.ts';
import { createRecord, type RecordSnapshot } from './record.ts';
import { reduceActors, type Actors } from './reduce-actors.ts';

/** Module state: the recording survives while another screen is shown. */
const record = createRecord();

const now = () => performance.timeOrigin + performance.now();
const removeTab = (tab: string) => record.removeTab(tab, now());

/** The recording of the actors in all tabs of this browser. @param isLive whether to record */
export function useMachineRecord(isLive: boolean): RecordSnapshot {
  const recorded = useSyncExternalStore(record.subscribe, record.getSnapshot);
  useEffect(() => {
    if (!isLive) return;
    const stop = watchTabs({ onEntries: record.add, onTabClosed: removeTab });
    return () => {
      stop();
      record.pause(now());
    };
  }, [isLive]);
  return recorded;
}

/** The state of all actors after `position` entries; null is the end of the recording. */
export function useActorsAt({ entries, actors }: RecordSnapshot, position: number | null): Actors {
  return useMemo(
    () => (position === null ? actors : reduceActors(entries.slice(0, position))),
    [entries, actors, position],
  );
}

interface WatchTabsOptions {
  onEntries: (entries: readonly TraceEntry[]) => void;
  /** A reporting tab was closed, has crashed or navigated away. */
  onTabClosed: (tab: string) => void;
}

/** Makes all tabs of this browser, including this one, report their actors. @returns a function that stops it */
function watchTabs({ onEntries, onTabClosed }: WatchTabsOptions): () => void {
  const page = newId();
  const channel = new BroadcastChannel(MACHINES_CHANNEL);
  const closing = new AbortController();
  const knownTabs = new Set<string>();
  const sendMessage = (message: InspectMessage) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<InspectMessage>) => {
    if (data.kind === 'report') {
      for (const { tab } of data.entries) watchForClose(tab);
      onEntries(data.entries);
    }
    if (data.kind === 'here') sendMessage({ kind: 'watch', page });
  };
  function watchForClose(tab: string): void {
    if (knownTabs.has(tab)) return;
    knownTabs.add(tab);
    navigator.locks
      .request(tabLockName(tab), { signal: closing.signal }, () => onTabClosed(tab))
      .catch(() => undefined);
  }

  // Reporting tabs queue for this lock, and stop when they get it.
  navigator.locks
    .request(watchLockName(page), { signal: closing.signal }, async () => {
      sendMessage({ kind: 'watch', page });
      await new Promise((resolve) => closing.signal.addEventListener('abort', resolve));
    })
    .catch(() => undefined);
  return () => {
    closing.abort();
    channel.close();
  };
}
