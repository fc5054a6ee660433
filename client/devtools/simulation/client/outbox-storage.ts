import type { OutboxItem } from '../../../src/sync/outbox/outbox-item.ts';
import type { OutboxStore } from '../../../src/sync/outbox/outbox-store.ts';

/** The table of the outbox in IndexedDB, with whole numbers as places. */
export function createOutboxTable(): OutboxStore {
  const items = new Map<number, OutboxItem>();
  let places = 0;
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
      if (known) return Promise.resolve(known);
      places += 1;
      const added = { ...item, place: places };
      items.set(places, added);
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
