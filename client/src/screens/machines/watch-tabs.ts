import type { TraceEntry } from '../../inspect/trace.ts';
import { MACHINES_CHANNEL, tabLock, watchLock, type InspectMessage } from '../../inspect/wire.ts';

export interface TabsParts {
  hear: (entries: readonly TraceEntry[]) => void;
  /** A tab that was heard has closed, crashed or gone elsewhere. */
  left: (tab: string) => void;
}

/** Has all tabs of this browser, this one too, tell of their machines. @returns a function that ends it */
export function watchTabs({ hear, left }: TabsParts): () => void {
  const page = crypto.randomUUID();
  const channel = new BroadcastChannel(MACHINES_CHANNEL);
  const closing = new AbortController();
  const known = new Set<string>();
  const say = (message: InspectMessage) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<InspectMessage>) => {
    if (data.kind === 'report') {
      for (const { tab } of data.entries) meet(tab);
      hear(data.entries);
    }
    if (data.kind === 'here') say({ kind: 'watch', page });
  };
  function meet(tab: string): void {
    if (known.has(tab)) return;
    known.add(tab);
    navigator.locks.request(tabLock(tab), { signal: closing.signal }, () => left(tab)).catch(() => undefined);
  }

  // Tabs wait for this lock, and stop when they get it.
  navigator.locks
    .request(watchLock(page), { signal: closing.signal }, async () => {
      say({ kind: 'watch', page });
      await new Promise((resolve) => closing.signal.addEventListener('abort', resolve));
    })
    .catch(() => undefined);
  return () => {
    closing.abort();
    channel.close();
  };
}
