import type { Store } from '@cruddur/local-pool';
import { openDatabase, openTestStore, type TestStore } from '../test-store.ts';

export type PoolStore = AsyncDisposable & {
  db: Store;
  /** The same store with connections of its own, as another gateway has it; an embedded store has one, and lends it. */
  openSecondConnection(): Promise<AsyncDisposable & { db: Store }>;
};

/** An empty main store on the kind of database that this run is about, as the local pool sees it. */
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
