import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewItem, OutboxItem } from './item.ts';
import type { OutboxStore } from './outbox-store.ts';

interface Schema extends DBSchema {
  items: { key: number; value: OutboxItem; indexes: { row: string; sub: string } };
}

const NAME = 'cruddur-outbox';

/** The outbox in the browser's own database: it outlives reloads and crashes. @throws where the browser keeps none */
export async function openIdbStore(): Promise<OutboxStore> {
  const db = await openDB<Schema>(NAME, 1, {
    upgrade(fresh) {
      const items = fresh.createObjectStore('items', { keyPath: 'place', autoIncrement: true });
      items.createIndex('row', 'row', { unique: true });
      items.createIndex('sub', 'sub');
    },
    // A newer program in another tab must not wait for this one.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  });
  return {
    lasts: true,
    all: (sub) => db.getAllFromIndex('items', 'sub', sub),
    add: (item) => add(db, item),
    async find(place) {
      return (await db.get('items', place)) ?? null;
    },
    replace: (item, change) =>
      compareAndSet(db, item, { ...item, ...change, generation: item.generation + 1 }),
    async remove(item) {
      return (await compareAndSet(db, item, null)) !== null;
    },
    forget: (sub) => removeWhere(db, (item) => item.sub === sub),
    keepOnly: (sub) => removeWhere(db, (item) => item.sub !== sub),
  };
}

type Db = IDBPDatabase<Schema>;

async function add(db: Db, item: NewItem): Promise<OutboxItem> {
  const tx = db.transaction('items', 'readwrite', { durability: 'strict' });
  const known = await tx.store.index('row').get(item.row);
  // The store makes the place.
  const place = known?.place ?? (await tx.store.add(item as OutboxItem));
  await tx.done;
  return known ?? { ...item, place };
}

/** Puts `next` in the item's place, or removes it, if it still is as it was seen. */
async function compareAndSet(db: Db, seen: OutboxItem, next: OutboxItem | null): Promise<OutboxItem | null> {
  const tx = db.transaction('items', 'readwrite');
  const current = await tx.store.get(seen.place);
  const isSame = current?.generation === seen.generation;
  if (isSame) await (next ? tx.store.put(next) : tx.store.delete(seen.place));
  await tx.done;
  return isSame ? (next ?? seen) : null;
}

async function removeWhere(db: Db, isUnwanted: (item: OutboxItem) => boolean): Promise<void> {
  const tx = db.transaction('items', 'readwrite');
  for (const item of await tx.store.getAll()) if (isUnwanted(item)) await tx.store.delete(item.place);
  await tx.done;
}
