import type { Store } from '@cruddur/local-pool';
import { openDatabase, openTestStore, type TestStore } from '../test-store.ts';

export type PoolStore = AsyncDisposable & {
  db: Store;
  /** The same store with its own connections, as of another gateway; an embedded store has one connection, which is shared. */
  openSecondConnection(): Promise<AsyncDisposable & { db: Store }>;
};

/** An empty main store on the database kind of this run, as the local pool's port. */
export async function openPoolStore(): Promise<PoolStore> {
  const opened = await openTestStore();
  const lent = { db: opened.store.poolDb, [Symbol.asyncDispose]: () => Promise.resolve() };
  return {
    ...toPoolStore(opened),
    openSecondConnection: async () =>
      opened.url === undefined ? lent : toPoolStore(await openDatabase(opened.url)),
  };
}

const toPoolStore = (opened: TestStore) => ({
  db: opened.store.poolDb,
  [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
});
