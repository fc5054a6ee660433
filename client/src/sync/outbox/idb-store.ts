import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewItem, OutboxItem } from './outbox-item.ts';
import type { OutboxStore } from './outbox-store.ts';

/** The outbox in IndexedDB: it outlives reloads and crashes. Every call rejects where the browser has no database. */
export function createIdbStore(): OutboxStore {
  const withDb = connectIdb();
  return {
    all: (sub) => withDb((db) => db.getAllFromIndex('items', 'sub', sub)),
    add: (item, givenUp) => withDb((db) => addItem(db, item, givenUp)),
    find: (place) => withDb(async (db) => (await db.get('items', place)) ?? null),
    replace: (item, change) =>
      withDb((db) => compareAndSet(db, item, { ...item, ...change, generation: item.generation + 1 })),
    remove: (item) => withDb(async (db) => (await compareAndSet(db, item, null)) !== null),
    forget: (sub) => withDb((db) => removeWhere(db, (item) => item.sub === sub)),
    keepOnly: (sub) => withDb((db) => removeWhere(db, (item) => item.sub !== sub)),
  };
}

async function addItem(db: Db, item: NewItem, givenUp?: AbortSignal): Promise<OutboxItem> {
  givenUp?.throwIfAborted();
  const tx = db.transaction('items', 'readwrite', { durability: 'strict' });
  const undo = () => {
    try {
      tx.abort();
    } catch {
      // The transaction is being committed; the caller removes the item again.
    }
  };
  givenUp?.addEventListener('abort', undo);
  const addUnlessKnown = async () => {
    const known = await tx.store.index('row').get(item.row);
    // The database generates `place`.
    return known ?? { ...item, place: await tx.store.add(item as OutboxItem) };
  };
  try {
    const [added] = await Promise.all([addUnlessKnown(), tx.done]);
    return added;
  } finally {
    givenUp?.removeEventListener('abort', undo);
  }
}

/** Replaces the item by `next`, or removes it, if its generation has not changed. */
async function compareAndSet(
  db: Db,
  expected: OutboxItem,
  next: OutboxItem | null,
): Promise<OutboxItem | null> {
  const tx = db.transaction('items', 'readwrite');
  const setIfSame = async () => {
    const current = await tx.store.get(expected.place);
    const isSame = current?.generation === expected.generation;
    if (isSame) await (next ? tx.store.put(next) : tx.store.delete(expected.place));
    return isSame ? (next ?? expected) : null;
  };
  const [result] = await Promise.all([setIfSame(), tx.done]);
  return result;
}

async function removeWhere(db: Db, isUnwanted: (item: OutboxItem) => boolean): Promise<void> {
  const tx = db.transaction('items', 'readwrite');
  const removeItems = async () => {
    for (const item of await tx.store.getAll()) if (isUnwanted(item)) await tx.store.delete(item.place);
  };
  await Promise.all([removeItems(), tx.done]);
}

interface Schema extends DBSchema {
  items: { key: number; value: OutboxItem; indexes: { row: string; sub: string } };
}

type Db = IDBPDatabase<Schema>;

/** Runs work on the open database. Work that a closed connection interrupts is repeated once on a new connection. */
type WithDb = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

const NAME = 'cruddur-outbox';

/** One connection, opened at the first use and again after the browser or another tab has closed it. */
function connectIdb(): WithDb {
  let opened: Promise<Db> | null = null;

  function openDatabase(): Promise<Db> {
    const opening = openIdb(() => dropConnection(opening));
    opening.catch(() => dropConnection(opening));
    return opening;
  }
  function dropConnection(closed: Promise<Db>): void {
    if (opened === closed) opened = null;
  }

  return async (work) => {
    const used = (opened ??= openDatabase());
    const db = await used;
    try {
      return await work(db);
    } catch (failure) {
      if (!isConnectionClosed(failure)) throw failure;
      dropConnection(used);
      db.close();
      return work(await (opened ??= openDatabase()));
    }
  };
}

/** @throws where the browser has no database, or a newer version of it */
function openIdb(onClosed: () => void): Promise<Db> {
  return openDB<Schema>(NAME, 1, {
    upgrade(created) {
      const items = created.createObjectStore('items', { keyPath: 'place', autoIncrement: true });
      items.createIndex('row', 'row', { unique: true });
      items.createIndex('sub', 'sub');
    },
    // A newer build in another tab waits until this connection closes.
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}

/** The connection was closed before or during the transaction, which undoes it. */
function isConnectionClosed(failure: unknown): boolean {
  return failure instanceof DOMException && ['InvalidStateError', 'AbortError'].includes(failure.name);
}
