import type { TraceEntry } from '../inspect/trace.ts';
import {
  MACHINES_CHANNEL,
  tabLockName,
  watchLockName,
  type InspectMessage,
} from '../inspect/inspect-messages.ts';

export interface WatchTabsOptions {
  onEntries: (entries: readonly TraceEntry[]) => void;
  /** A tab that was heard has closed, crashed or gone elsewhere. */
  onTabClosed: (tab: string) => void;
}

/** Has all tabs of this browser, this one too, tell of their machines. @returns a function that ends it */
export function watchTabs({ onEntries, onTabClosed }: WatchTabsOptions): () => void {
  const page = crypto.randomUUID();
  const channel = new BroadcastChannel(MACHINES_CHANNEL);
  const closing = new AbortController();
  const known = new Set<string>();
  const sendMessage = (message: InspectMessage) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<InspectMessage>) => {
    if (data.kind === 'report') {
      for (const { tab } of data.entries) watchForClose(tab);
      onEntries(data.entries);
    }
    if (data.kind === 'here') sendMessage({ kind: 'watch', page });
  };
  function watchForClose(tab: string): void {
    if (known.has(tab)) return;
    known.add(tab);
    navigator.locks
      .request(tabLockName(tab), { signal: closing.signal }, () => onTabClosed(tab))
      .catch(() => undefined);
  }

  // Tabs wait for this lock, and stop when they get it.
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
