import { lazyValue } from '../../base/lazy/lazy-component.tsx';
import { createSignal } from '../../base/signal.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';

/** The outbox before its code and database are loaded, which happens when a user signs in: visitors send nothing. */
export function lazyOutbox(loadOutbox: () => Promise<Outbox>): Outbox {
  const items = createSignal<readonly OutboxItem[]>([]);
  let userSub: string | null = null;
  const loadedOutbox = lazyValue(43, async () => {
    const outbox = await loadOutbox();
    outbox.subscribe(() => items.set(outbox.getSnapshot()));
    outbox.setUser(userSub);
    return outbox;
  });
  return {
    setUser(sub) {
      userSub = sub;
      const outbox = loadedOutbox.getSnapshot();
      if (outbox) outbox.setUser(sub);
      else if (sub !== null) void loadedOutbox.loadUntilLoaded();
    },
    add: async (content, operationId) => (await loadedOutbox.loadUntilLoaded()).add(content, operationId),
    retry: async (row) => (await loadedOutbox.loadUntilLoaded()).retry(row),
    cancelItem: async (row) => (await loadedOutbox.loadUntilLoaded()).cancelItem(row),
    retryNow: () => loadedOutbox.getSnapshot()?.retryNow(),
    forget: async (sub) => (await loadedOutbox.loadUntilLoaded()).forget(sub),
    keepOnly: async (sub) => (await loadedOutbox.loadUntilLoaded()).keepOnly(sub),
    subscribe: items.subscribe,
    getSnapshot: items.getSnapshot,
    wasAccepted: (row) => loadedOutbox.getSnapshot()?.wasAccepted(row) ?? false,
    hasInMemoryOnlyItems: () => loadedOutbox.getSnapshot()?.hasInMemoryOnlyItems() ?? false,
  };
}
