import type { Kysely } from 'kysely';
import type { PoolTables } from '../local-pool/tables.ts';
import type { Database } from '../repositories/tables.ts';

/** The store, ready for use and in its newest shape. */
export interface OpenedStore {
  kind: 'embedded' | 'postgres';
  db: Kysely<Database>;
  /** The same connections, as the local pool sees them. */
  poolDb: Kysely<PoolTables>;
  close(): Promise<void>;
}

/** What all of the store's migrations make. */
export type AllTables = Database & PoolTables;

/** The same store seen with some of its tables only; Kysely's types do not narrow by themselves. */
export function asTables<T>(db: Kysely<AllTables>): Kysely<T> {
  return db as unknown as Kysely<T>;
}
