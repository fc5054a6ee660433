import type { Logger } from '../logger.ts';
import { createIdbStore } from './idb-store.ts';
import { isInMemoryOnly, type OutboxItem } from './outbox-item.ts';
import { createMemoryStore } from './memory-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createTimeoutBreaker, type TimeoutBreakerParts } from './timeout-breaker.ts';

export interface OpenStoreParts extends Pick<TimeoutBreakerParts, 'delay' | 'onRecovered'> {
  logger: Logger;
  /** The store that lasts; default: the browser's database. */
  persistentStore?: OutboxStore;
}

/**
 * The browser's database, and this page's memory for what it does not take: where there is none, it is full, or does not
 * answer. An item is in one of them, and stays there; its place says in which.
 */
export function openStore({
  logger,
  persistentStore = createIdbStore(),
  ...parts
}: OpenStoreParts): OutboxStore {
  let last = 0;
  const memory = createMemoryStore(() => last);
  const withTimeout = createTimeoutBreaker({ ...parts, waitForRecovery: () => persistentStore.all('') });
  const trackLastPlace = (items: readonly OutboxItem[]) => {
    last = Math.max(last, ...items.map(({ place }) => place));
  };
  const storeOf = (item: Pick<OutboxItem, 'place'>) => (isInMemoryOnly(item) ? memory : timedStore);
  const timedStore: Pick<OutboxStore, 'find' | 'replace' | 'remove'> = {
    find: (place) => withTimeout(() => persistentStore.find(place)),
    replace: (item, change) => withTimeout(() => persistentStore.replace(item, change)),
    remove: (item) => withTimeout(() => persistentStore.remove(item)),
  };

  /** What is done all the same once the database answers, whoever waits for it. */
  const runToEnd = (work: Promise<void>) => {
    work.catch(() => undefined);
    return withTimeout(() => work);
  };

  return {
    async all(sub) {
      const stored = await withTimeout(() => persistentStore.all(sub)).catch((): OutboxItem[] => []);
      trackLastPlace(stored);
      const own = await memory.all(sub);
      const rows = new Set(own.map(({ row }) => row));
      return [...stored.filter(({ row }) => !rows.has(row)), ...own].sort(
        (one, other) => one.place - other.place,
      );
    },
    async add(item) {
      const known = (await memory.all(item.sub)).find(({ row }) => row === item.row);
      if (known) return known;
      try {
        const added = await withTimeout(async (givenUp) => {
          const stored = await persistentStore.add(item, givenUp);
          // It got there after all; by now it is in memory, and once is enough.
          if (givenUp.aborted) await persistentStore.remove(stored);
          return stored;
        });
        trackLastPlace([added]);
        return added;
      } catch (failure) {
        const reason = failure instanceof Error ? failure.name : 'unknown';
        logger.warn('what was written lasts as long as this page', { reason });
        return memory.add(item);
      }
    },
    find: (place) => storeOf({ place }).find(place),
    replace: (item, change) => storeOf(item).replace(item, change),
    remove: (item) => storeOf(item).remove(item),
    async forget(sub) {
      await memory.forget(sub);
      await runToEnd(persistentStore.forget(sub));
    },
    async keepOnly(sub) {
      await memory.keepOnly(sub);
      await runToEnd(persistentStore.keepOnly(sub));
    },
  };
}
