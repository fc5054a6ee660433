import { newId } from '../../src/base/runtime/browser-runtime.ts';
import { watchActors } from '../../src/base/actors.ts';
import { observeMachine, type NewEntry } from './observe-machine.ts';
import type { TraceEntry } from './trace.ts';
import { tabLockName, watchLockName, type InspectMessage } from './inspect-messages.ts';

/** The id of this tab in its reports. */
export const ownTab = newId().slice(0, 8);
const watchers = new Set<string>();
/** Held before the first report, so that every page that receives one also learns of this tab's end. */
const tabLockHeld = new Promise<void>((resolve) => {
  void navigator.locks.request(tabLockName(ownTab), () => {
    resolve();
    return new Promise(() => undefined);
  });
});
let count = 0;
let stop: (() => void) | null = null;

/** Reports this tab's actors to a page until the page closes or crashes. A repeat for the same page does nothing. */
export async function startReportingTo(page: string, channel: BroadcastChannel): Promise<void> {
  if (watchers.has(page)) return;
  watchers.add(page);
  await tabLockHeld;
  // A restart reports the current state of every actor to all pages.
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

  /** Entries of one task are sent together. */
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
  return watchActors((running) => observeMachine(running, { addEntry, now }));
}
