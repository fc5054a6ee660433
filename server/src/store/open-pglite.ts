import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations.ts';
import { asTables, type AllTables, type OpenedStore } from './opened-store.ts';
import { typeParsers } from './type-parsers.ts';

/** A transaction that waits this long for the one connection has deadlocked with itself: fail instead of hanging. */
const CONNECTION_TIMEOUT_MS = 15_000;

export interface EmbeddedStore extends OpenedStore {
  kind: 'embedded';
  /** The database itself, for copies of a whole store. */
  pglite: PGlite;
}

/**
 * Opens PGlite behind the ordinary driver and migrates it. Without `dataDir` it lives in memory. The caller sees to it
 * that no other process has the directory open.
 */
export async function openPGlite(
  options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir' | 'initDbStartParams'>,
): Promise<EmbeddedStore> {
  const pglite = await PGlite.create(options);
  const { connection, user, database } = createPgConfig(pglite);
  const driver = { connection, user, database };
  const pool = new pg.Pool({
    ...driver,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: typeParsers,
  });
  const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    await pglite.close();
  };
  try {
    await migrate(db, allMigrations);
  } catch (error) {
    await close();
    throw error;
  }
  return { kind: 'embedded', db: asTables(db), poolDb: asTables(db), pglite, close };
}
