import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { requireKeyedFingerprints } from '../repositories/store-identity.ts';
import { migrateStore } from './migrate-store.ts';
import { openLanes, type OpenedStore } from './opened-store.ts';
import { typeParsers } from './type-parsers.ts';

/** A transaction that waits this long for the only connection has deadlocked with itself, and fails. */
const CONNECTION_TIMEOUT_MS = 15_000;
/** How many reads may wait for the only connection. */
const WAITING_MAX = 1000;

export interface EmbeddedStore extends OpenedStore {
  kind: 'embedded';
  /** The database, for copies of a whole store. */
  pglite: PGlite;
}

/**
 * Opens PGlite behind the pg driver and migrates it; without `dataDir` it is in memory. The caller has locked the directory.
 */
export async function openPGlite(
  options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir' | 'initDbStartParams'>,
): Promise<EmbeddedStore> {
  const pglite = await PGlite.create(options);
  return openStoreOf(pglite, () => pglite.close());
}

/**
 * Serves the store of an open database, and migrates it.
 * @param end called once the store is closed
 */
export async function openStoreOf(pglite: PGlite, end: () => Promise<void>): Promise<EmbeddedStore> {
  const { connection, user, database } = createPgConfig(pglite);
  const driver = { connection, user, database };
  const pool = new pg.Pool({
    ...driver,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: typeParsers,
  });
  const lanes = openLanes(pool, {
    size: 1,
    reserved: 0,
    waitingMax: WAITING_MAX,
    waitMs: CONNECTION_TIMEOUT_MS,
  });
  const close = async () => {
    await lanes.close();
    await end();
  };
  try {
    await migrateStore(lanes.db);
    // An embedded store has one gateway, so no earlier version runs beside this one.
    await requireKeyedFingerprints(lanes.db);
  } catch (error) {
    await close();
    throw error;
  }
  return { kind: 'embedded', ...lanes, pglite, close };
}
