import type { Logger } from '../logger.ts';
import { createIdbStore } from './idb-store.ts';
import { isFleeting, type OutboxItem } from './item.ts';
import { createMemoryStore } from './memory-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createPatience, type PatienceParts } from './patience.ts';

export interface OpenStoreParts extends Pick<PatienceParts, 'delay' | 'returned'> {
  logger: Logger;
  /** The store that lasts; default: the browser's database. */
  lasting?: OutboxStore;
}

/**
 * The browser's database, and this page's memory for what it does not take: where there is none, it is full, or does not
 * answer. An item is in one of them, and stays there; its place says in which.
 */
export function openStore({ logger, lasting = createIdbStore(), ...parts }: OpenStoreParts): OutboxStore {
  let last = 0;
  const memory = createMemoryStore(() => last);
  const ask = createPatience({ ...parts, answersAgain: () => lasting.all('') });
  const seen = (items: readonly OutboxItem[]) => {
    last = Math.max(last, ...items.map(({ place }) => place));
  };
  const storeOf = (item: Pick<OutboxItem, 'place'>) => (isFleeting(item) ? memory : patient);
  const patient: Pick<OutboxStore, 'find' | 'replace' | 'remove'> = {
    find: (place) => ask(() => lasting.find(place)),
    replace: (item, change) => ask(() => lasting.replace(item, change)),
    remove: (item) => ask(() => lasting.remove(item)),
  };

  /** What is done all the same once the database answers, whoever waits for it. */
  const begun = (work: Promise<void>) => {
    work.catch(() => undefined);
    return ask(() => work);
  };

  return {
    async all(sub) {
      const stored = await ask(() => lasting.all(sub)).catch((): OutboxItem[] => []);
      seen(stored);
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
        const added = await ask(async (givenUp) => {
          const stored = await lasting.add(item, givenUp);
          // It got there after all; by now it is in memory, and once is enough.
          if (givenUp.aborted) await lasting.remove(stored);
          return stored;
        });
        seen([added]);
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
      await begun(lasting.forget(sub));
    },
    async keepOnly(sub) {
      await memory.keepOnly(sub);
      await begun(lasting.keepOnly(sub));
    },
  };
}
