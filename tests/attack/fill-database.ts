import { Kysely, PostgresDialect } from 'kysely';
import type { Database } from '../../server/src/repositories/tables.ts';
import { typeParsers } from '../../server/src/store/type-parsers.ts';
import { openTestPool } from '../support/services/test-pool.ts';
import { fillStore, type StoreSize } from './fill-store.ts';

/** Fills a PostgreSQL database over a connection without the store's time limits, which filling exceeds. */
export async function fillDatabase(connectionString: string, size: StoreSize): Promise<void> {
  await using opened = openTestPool({ connectionString, max: 1, types: typeParsers });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  await fillStore(db as unknown as Parameters<typeof fillStore>[0], size);
}
