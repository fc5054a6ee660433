import { connectIdb, type Db } from './idb-connection.ts';
import type { NewItem, OutboxItem } from './outbox-item.ts';
import type { OutboxStore } from './outbox-store.ts';

/** The outbox in the browser's own database: it outlives reloads and crashes. All of it fails where the browser keeps none. */
export function createIdbStore(): OutboxStore {
  const withDb = connectIdb();
  return {
    all: (sub) => withDb((db) => db.getAllFromIndex('items', 'sub', sub)),
    add: (item, givenUp) => withDb((db) => add(db, item, givenUp)),
    find: (place) => withDb(async (db) => (await db.get('items', place)) ?? null),
    replace: (item, change) =>
      withDb((db) => compareAndSet(db, item, { ...item, ...change, generation: item.generation + 1 })),
    remove: (item) => withDb(async (db) => (await compareAndSet(db, item, null)) !== null),
    forget: (sub) => withDb((db) => removeWhere(db, (item) => item.sub === sub)),
    keepOnly: (sub) => withDb((db) => removeWhere(db, (item) => item.sub !== sub)),
  };
}

async function add(db: Db, item: NewItem, givenUp?: AbortSignal): Promise<OutboxItem> {
  givenUp?.throwIfAborted();
  const tx = db.transaction('items', 'readwrite', { durability: 'strict' });
  const undo = () => {
    try {
      tx.abort();
    } catch {
      // It is on its way into the store; whoever gave it up takes it out again.
    }
  };
  givenUp?.addEventListener('abort', undo);
  const adding = async () => {
    const known = await tx.store.index('row').get(item.row);
    // The store makes the place.
    return known ?? { ...item, place: await tx.store.add(item as OutboxItem) };
  };
  try {
    const [added] = await Promise.all([adding(), tx.done]);
    return added;
  } finally {
    givenUp?.removeEventListener('abort', undo);
  }
}

/** Puts `next` in the item's place, or removes it, if it still is as it was seen. */
async function compareAndSet(db: Db, seen: OutboxItem, next: OutboxItem | null): Promise<OutboxItem | null> {
  const tx = db.transaction('items', 'readwrite');
  const setting = async () => {
    const current = await tx.store.get(seen.place);
    const isSame = current?.generation === seen.generation;
    if (isSame) await (next ? tx.store.put(next) : tx.store.delete(seen.place));
    return isSame ? (next ?? seen) : null;
  };
  const [set] = await Promise.all([setting(), tx.done]);
  return set;
}

async function removeWhere(db: Db, isUnwanted: (item: OutboxItem) => boolean): Promise<void> {
  const tx = db.transaction('items', 'readwrite');
  const removing = async () => {
    for (const item of await tx.store.getAll()) if (isUnwanted(item)) await tx.store.delete(item.place);
  };
  await Promise.all([removing(), tx.done]);
}
