import { inject } from 'vitest';
import { openStoreOf } from '../../server/src/store/open-pglite.ts';
import { openPostgres } from '../../server/src/store/open-postgres.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { createMigratedDatabase } from './services/migrated-database.ts';
import './services/provided.ts';
import { createLogger } from '../../server/src/wiring/logger.ts';

/** The store of one test application. `url` is only set on PostgreSQL, for a second gateway. */
export type TestStore = AsyncDisposable & { store: OpenedStore; url: string | undefined };

/** Whether the store of this run has several connections. */
export const isOnPostgres = inject('store') === 'postgres';

/** An empty, migrated store on the database kind of this run. */
export async function openTestStore(): Promise<TestStore> {
  return isOnPostgres ? openOnNewDatabase() : openOnPGlite();
}

/** Additional connections to a test's PostgreSQL database, as of another gateway. */
export async function openDatabase(url: string): Promise<TestStore> {
  const store = withIdempotentClose(await openPostgres(url, createLogger('none')));
  return { store, url, [Symbol.asyncDispose]: () => store.close() };
}

async function openOnNewDatabase(): Promise<TestStore> {
  const database = await createMigratedDatabase(inject('postgres') ?? '');
  const opened = await openDatabase(database.url);
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened.store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Databases that earlier tests of this worker have left, each empty once its promise resolves. */
const idle: Promise<EmbeddedDatabase | undefined>[] = [];
const IDLE_MAX = 2;

async function openOnPGlite(): Promise<TestStore> {
  const database = (await idle.pop()) ?? (await openEmbeddedDatabase());
  const leave = async () => {
    if (idle.length < IDLE_MAX) idle.push(database.empty());
    else await database.pglite.close();
  };
  const store = withIdempotentClose(await openStoreOf(database.pglite, leave));
  return { store, url: undefined, [Symbol.asyncDispose]: () => store.close() };
}

/** Both application and test close it, in any order. */
function withIdempotentClose(store: OpenedStore): OpenedStore {
  let closing: Promise<void> | undefined;
  return { ...store, close: () => (closing ??= store.close()) };
}
