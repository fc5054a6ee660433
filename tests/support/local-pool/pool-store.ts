import type { Store } from '../../../server/src/local-pool/tables.ts';
import { openTestStore } from '../test-store.ts';

export type PoolStore = AsyncDisposable & { db: Store };

/** An empty main store on the kind of database that this run is about, as the local pool sees it. */
export async function openPoolStore(): Promise<PoolStore> {
  const opened = await openTestStore();
  return { db: opened.store.poolDb, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}
