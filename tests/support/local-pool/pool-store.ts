import { inject } from 'vitest';
import type { Store } from '../../../server/src/local-pool/tables.ts';
import { createLogger } from '../../../server/src/logger.ts';
import { openPGlite } from '../../../server/src/store/open-pglite.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { createDatabase } from '../services/postgres.ts';
import '../services/provided.ts';

export type PoolStore = AsyncDisposable & { db: Store };

/** An empty main store on the kind of database that this run is about, as the local pool sees it. */
export async function openPoolStore(): Promise<PoolStore> {
  return inject('store') === 'postgres' ? onPostgres() : onPglite();
}

async function onPglite(): Promise<PoolStore> {
  const store = await openPGlite({});
  return { db: store.poolDb, [Symbol.asyncDispose]: () => store.close() };
}

async function onPostgres(): Promise<PoolStore> {
  const database = await createDatabase(inject('postgres') ?? '');
  const store = await openPostgres(database.url, createLogger('none'));
  return {
    db: store.poolDb,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
