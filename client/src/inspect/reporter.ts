import { watchLiving } from './living-actors.ts';
import { observeMachine, type NewEntry } from './observe-machine.ts';
import type { TraceEntry } from './trace.ts';
import { tabLock, watchLock, type InspectMessage } from './wire.ts';

/** The name of this tab among those that report. */
export const ownTab = crypto.randomUUID().slice(0, 8);
const watchers = new Set<string>();
/** From the first word on, so that whoever hears it hears of this tab's end as well. */
const isHeld = new Promise<void>((resolve) => {
  void navigator.locks.request(tabLock(ownTab), () => {
    resolve();
    return new Promise(() => undefined);
  });
});
let count = 0;
let stop: (() => void) | null = null;

/** Tells a page of this tab's machines until it closes, in whatever way. Asked for by the same page again it does nothing. */
export async function reportTo(page: string, channel: BroadcastChannel): Promise<void> {
  if (watchers.has(page)) return;
  watchers.add(page);
  await isHeld;
  // Everybody who watches learns anew where all of them stand.
  stop?.();
  stop = start(channel);
  void navigator.locks.request(watchLock(page), () => {
    watchers.delete(page);
    if (watchers.size > 0) return;
    stop?.();
    stop = null;
  });
}

function start(channel: BroadcastChannel): () => void {
  let waiting: TraceEntry[] = [];

  /** What one turn brings is told together. */
  function flush(): void {
    channel.postMessage({ kind: 'report', entries: waiting } satisfies InspectMessage);
    waiting = [];
  }

  function note(entry: NewEntry): number {
    if (waiting.length === 0) queueMicrotask(flush);
    count += 1;
    waiting.push({ ...entry, tab: ownTab, n: count });
    return count;
  }

  const now = () => performance.timeOrigin + performance.now();
  return watchLiving((living) => observeMachine(living, { note, now }));
}
