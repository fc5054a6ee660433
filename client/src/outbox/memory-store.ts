import type { OutboxItem } from './item.ts';
import type { OutboxStore } from './outbox-store.ts';

/** The outbox where the browser keeps nothing, as some do in private windows: it lives as long as the page. */
export function createMemoryStore(): OutboxStore {
  const items = new Map<number, OutboxItem>();
  let places = 0;
  const isCurrent = (item: OutboxItem) => items.get(item.place)?.generation === item.generation;
  const removeWhere = (isUnwanted: (item: OutboxItem) => boolean) => {
    for (const item of items.values()) if (isUnwanted(item)) items.delete(item.place);
    return Promise.resolve();
  };
  return {
    lasts: false,
    all: (sub) => Promise.resolve([...items.values()].filter((item) => item.sub === sub)),
    find: (place) => Promise.resolve(items.get(place) ?? null),
    add(item) {
      const known = [...items.values()].find(({ row }) => row === item.row);
      const added = known ?? { ...item, place: ++places };
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
