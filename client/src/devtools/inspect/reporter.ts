import { watchActors } from './running-actors.ts';
import { observeMachine, type NewEntry } from './observe-machine.ts';
import type { TraceEntry } from './trace.ts';
import { tabLockName, watchLockName, type InspectMessage } from './inspect-messages.ts';

/** The name of this tab among those that report. */
export const ownTab = crypto.randomUUID().slice(0, 8);
const watchers = new Set<string>();
/** From the first word on, so that whoever hears it hears of this tab's end as well. */
const tabLockHeld = new Promise<void>((resolve) => {
  void navigator.locks.request(tabLockName(ownTab), () => {
    resolve();
    return new Promise(() => undefined);
  });
});
let count = 0;
let stop: (() => void) | null = null;

/** Tells a page of this tab's machines until it closes, in whatever way. Asked for by the same page again it does nothing. */
export async function startReportingTo(page: string, channel: BroadcastChannel): Promise<void> {
  if (watchers.has(page)) return;
  watchers.add(page);
  await tabLockHeld;
  // Everybody who watches learns anew where all of them stand.
  stop?.();
  stop = startReporting(channel);
  void navigator.locks.request(watchLockName(page), () => {
    watchers.delete(page);
    if (watchers.size > 0) return;
    stop?.();
    stop = null;
  });
}

function startReporting(channel: BroadcastChannel): () => void {
  let queued: TraceEntry[] = [];

  /** What one turn brings is told together. */
  function flush(): void {
    channel.postMessage({ kind: 'report', entries: queued } satisfies InspectMessage);
    queued = [];
  }

  function addEntry(entry: NewEntry): number {
    if (queued.length === 0) queueMicrotask(flush);
    count += 1;
    queued.push({ ...entry, tab: ownTab, n: count });
    return count;
  }

  const now = () => performance.timeOrigin + performance.now();
  return watchActors((living) => observeMachine(living, { addEntry, now }));
}
