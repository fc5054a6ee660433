import { lazyValue } from '../lazy/lazy-value.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';

const NONE: readonly OutboxItem[] = [];

/** The outbox, whose code and database come with the first person: visitors send nothing. */
export function lazyOutbox(loadOutbox: () => Promise<Outbox>): Outbox {
  const listeners = new Set<() => void>();
  let followedSub: string | null = null;
  const loadedOutbox = lazyValue(async () => {
    const outbox = await loadOutbox();
    outbox.subscribe(() => {
      for (const listener of listeners) listener();
    });
    outbox.setUser(followedSub);
    return outbox;
  });
  return {
    setUser(sub) {
      followedSub = sub;
      const there = loadedOutbox.getSnapshot();
      if (there) there.setUser(sub);
      else if (sub !== null) void loadedOutbox.loadUntilLoaded();
    },
    add: async (act, operationId) => (await loadedOutbox.loadUntilLoaded()).add(act, operationId),
    retry: async (row) => (await loadedOutbox.loadUntilLoaded()).retry(row),
    cancelItem: async (row) => (await loadedOutbox.loadUntilLoaded()).cancelItem(row),
    retryNow: () => loadedOutbox.getSnapshot()?.retryNow(),
    forget: async (sub) => (await loadedOutbox.loadUntilLoaded()).forget(sub),
    keepOnly: async (sub) => (await loadedOutbox.loadUntilLoaded()).keepOnly(sub),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => loadedOutbox.getSnapshot()?.getSnapshot() ?? NONE,
    hasInMemoryOnlyItems: () => loadedOutbox.getSnapshot()?.hasInMemoryOnlyItems() ?? false,
  };
}
