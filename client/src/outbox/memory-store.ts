import type { OutboxItem } from './outbox-item.ts';
import type { OutboxStore } from './outbox-store.ts';

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
