import type { Logger } from '../../base/logger.ts';
import type { Timers } from '../../base/runtime/runtime.ts';
import { isInMemoryOnly, type OutboxItem } from './outbox-item.ts';
import type { OpenedStore, OutboxStore } from './outbox-store.ts';

interface OpenStoreParts extends Pick<TimeoutBreakerParts, 'timers' | 'onRecovered'> {
  logger: Logger;
  /** IndexedDB. */
  persistentStore: OutboxStore;
}

/**
 * IndexedDB, and the page's memory for items that IndexedDB cannot store because it is missing, full or unresponsive. An item
 * stays in its store; its `place` tells in which.
 */
export function openStore({ logger, persistentStore, ...parts }: OpenStoreParts): OpenedStore {
  let lastPlace = 0;
  /** What the database last returned, by user: an unresponsive one has not lost its items. */
  const lastStored = new Map<string, readonly OutboxItem[]>();
  const memory = createMemoryStore(() => lastPlace);
  const { withTimeout, isResponsive } = createTimeoutBreaker({
    ...parts,
    waitForRecovery: () => persistentStore.all(''),
  });
  const trackLastPlace = (items: readonly OutboxItem[]) => {
    lastPlace = Math.max(lastPlace, ...items.map(({ place }) => place));
  };
  const storeOf = (item: Pick<OutboxItem, 'place'>) => (isInMemoryOnly(item) ? memory : timedStore);
  const timedStore: Pick<OutboxStore, 'find' | 'replace' | 'remove'> = {
    find: (place) => withTimeout(() => persistentStore.find(place)),
    replace: (item, change) => withTimeout(() => persistentStore.replace(item, change)),
    async remove(item) {
      const isRemoved = await withTimeout(() => persistentStore.remove(item));
      if (isRemoved)
        lastStored.set(
          item.sub,
          readLastStored(item).filter(({ place }) => place !== item.place),
        );
      return isRemoved;
    },
  };

  /** The work is done when the database responds, even if its caller no longer waits. */
  const runToEnd = (work: Promise<void>) => {
    work.catch(() => undefined);
    return withTimeout(() => work);
  };

  const readLastStored = ({ sub }: Pick<OutboxItem, 'sub'>) => lastStored.get(sub) ?? [];

  async function readStored(sub: string): Promise<readonly OutboxItem[]> {
    try {
      const stored = await withTimeout(() => persistentStore.all(sub));
      lastStored.set(sub, stored);
      return stored;
    } catch {
      return readLastStored({ sub });
    }
  }

  return {
    async all(sub) {
      const stored = await readStored(sub);
      trackLastPlace(stored);
      const inMemory = await memory.all(sub);
      const rows = new Set(inMemory.map(({ row }) => row));
      return [...stored.filter(({ row }) => !rows.has(row)), ...inMemory].sort(
        (one, other) => one.place - other.place,
      );
    },
    async add(item) {
      const known = (await memory.all(item.sub)).find(({ row }) => row === item.row);
      if (known) return known;
      try {
        const added = await withTimeout(async (givenUp) => {
          const stored = await persistentStore.add(item, givenUp);
          // The item was stored after the timeout, and the memory has it already.
          if (givenUp.aborted) await persistentStore.remove(stored);
          return stored;
        });
        trackLastPlace([added]);
        lastStored.set(item.sub, [...readLastStored(item).filter(({ row }) => row !== item.row), added]);
        return added;
      } catch (failure) {
        const reason = failure instanceof Error ? failure.name : 'unknown';
        logger.warn('outbox item is kept in memory only', { reason });
        return memory.add(item);
      }
    },
    isReachable: (item) => isInMemoryOnly(item) || isResponsive(),
    find: (place) => storeOf({ place }).find(place),
    replace: (item, change) => storeOf(item).replace(item, change),
    remove: (item) => storeOf(item).remove(item),
    async forget(sub) {
      lastStored.delete(sub);
      await memory.forget(sub);
      await runToEnd(persistentStore.forget(sub));
    },
    async keepOnly(sub) {
      for (const known of lastStored.keys()) if (known !== sub) lastStored.delete(known);
      await memory.keepOnly(sub);
      await runToEnd(persistentStore.keepOnly(sub));
    },
  };
}

/** How long a call to the database may take, in milliseconds. */
const STORE_TIMEOUT_MS = 3000;

interface TimeoutBreakerParts {
  timers: Timers;
  /** Settles when the database responds again. */
  waitForRecovery: () => Promise<unknown>;
  onRecovered: () => void;
}

interface TimeoutBreaker {
  /** @throws {DOMException} TimeoutError when the work takes too long */
  withTimeout: <T>(work: (givenUp: AbortSignal) => Promise<T>) => Promise<T>;
  isResponsive: () => boolean;
}

/** A circuit breaker: after one timeout all calls fail at once, until the database responds again. */
function createTimeoutBreaker({ timers, waitForRecovery, onRecovered }: TimeoutBreakerParts): TimeoutBreaker {
  let isOpen = false;

  function openBreaker(): void {
    if (isOpen) return;
    isOpen = true;
    const closeBreaker = () => {
      isOpen = false;
      onRecovered();
    };
    // A failure is a response too.
    waitForRecovery().then(closeBreaker, closeBreaker);
  }

  const withTimeout: TimeoutBreaker['withTimeout'] = async (work) => {
    if (isOpen) throw createTimeoutError();
    const givenUp = new AbortController();
    let cancelTimeout: () => void = () => undefined;
    const timedOut = new Promise<never>((_, reject) => {
      cancelTimeout = timers.after(STORE_TIMEOUT_MS, () => {
        openBreaker();
        const reason = createTimeoutError();
        givenUp.abort(reason);
        reject(reason);
      });
    });
    try {
      return await Promise.race([work(givenUp.signal), timedOut]);
    } finally {
      cancelTimeout();
    }
  };
  return { withTimeout, isResponsive: () => !isOpen };
}

function createTimeoutError(): DOMException {
  return new DOMException('The database does not respond', 'TimeoutError');
}

/** The number of in-memory places between two places of the database. */
const STEPS = 2 ** 20;

/**
 * The items that the database cannot store; they live as long as the page.
 * @param lastPlace the last known place of the database
 */
export function createMemoryStore(lastPlace: () => number = () => 0): OutboxStore {
  const items = new Map<number, OutboxItem>();
  let count = 0;
  const isCurrent = (item: OutboxItem) => items.get(item.place)?.generation === item.generation;
  const removeWhere = (isUnwanted: (item: OutboxItem) => boolean) => {
    for (const item of items.values()) if (isUnwanted(item)) items.delete(item.place);
    return Promise.resolve();
  };
  return {
    all: (sub) => Promise.resolve([...items.values()].filter((item) => item.sub === sub)),
    find: (place) => Promise.resolve(items.get(place) ?? null),
    add(item) {
      const known = [...items.values()].find(({ row }) => row === item.row);
      const added = known ?? { ...item, place: lastPlace() + ++count / STEPS };
      items.set(added.place, added);
      return Promise.resolve(added);
    },
    replace(item, change) {
      if (!isCurrent(item)) return Promise.resolve(null);
      const next = { ...item, ...change, generation: item.generation + 1 };
      items.set(item.place, next);
      return Promise.resolve(next);
    },
    remove: (item) => Promise.resolve(isCurrent(item) && items.delete(item.place)),
    forget: (sub) => removeWhere((item) => item.sub === sub),
    keepOnly: (sub) => removeWhere((item) => item.sub !== sub),
  };
}
