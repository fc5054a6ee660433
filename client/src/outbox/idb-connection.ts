import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OutboxItem } from './outbox-item.ts';

interface Schema extends DBSchema {
  items: { key: number; value: OutboxItem; indexes: { row: string; sub: string } };
}

export type Db = IDBPDatabase<Schema>;

/** Does some work on the open database. Work that the end of a connection cut off is done once more on a new one. */
export type WithDb = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

const NAME = 'cruddur-outbox';

/** One connection, made when it is first wanted and anew when browser or another tab ended it. */
export function connectIdb(): WithDb {
  let opened: Promise<Db> | null = null;

  function openDatabase(): Promise<Db> {
    const opening = open(() => drop(opening));
    opening.catch(() => drop(opening));
    return opening;
  }
  function drop(ended: Promise<Db>): void {
    if (opened === ended) opened = null;
  }

  return async (work) => {
    const used = (opened ??= openDatabase());
    const db = await used;
    try {
      return await work(db);
    } catch (failure) {
      if (!isConnectionClosed(failure)) throw failure;
      drop(used);
      db.close();
      return work(await (opened ??= openDatabase()));
    }
  };
}

/** @throws where the browser has no database, or a newer one */
function open(onEnd: () => void): Promise<Db> {
  return openDB<Schema>(NAME, 1, {
    upgrade(fresh) {
      const items = fresh.createObjectStore('items', { keyPath: 'place', autoIncrement: true });
      items.createIndex('row', 'row', { unique: true });
      items.createIndex('sub', 'sub');
    },
    // A newer program in another tab must not wait for this one.
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      onEnd();
    },
    terminated: onEnd,
  });
}

/** The connection was closed before the work could begin, or in its midst, which undoes it. */
function isConnectionClosed(failure: unknown): boolean {
  return failure instanceof DOMException && ['InvalidStateError', 'AbortError'].includes(failure.name);
}
