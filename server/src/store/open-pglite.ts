import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { requireKeyedFingerprints } from '../repositories/store-identity.ts';
import { migrateStore } from './migrate-store.ts';
import { openLanes, type OpenedStore } from './opened-store.ts';
import { typeParsers } from './type-parsers.ts';

/** A transaction that waits this long for the one connection has deadlocked with itself: fail instead of hanging. */
const CONNECTION_TIMEOUT_MS = 15_000;
/** So many reads may wait for the one connection. */
const WAITING_MAX = 1000;

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
  const lanes = openLanes(pool, {
    size: 1,
    reserved: 0,
    waitingMax: WAITING_MAX,
    waitMs: CONNECTION_TIMEOUT_MS,
  });
  const close = async () => {
    await lanes.close();
    await pglite.close();
  };
  try {
    await migrateStore(lanes.db);
    // There is no other gateway, so none of an earlier version.
    await requireKeyedFingerprints(lanes.db);
  } catch (error) {
    await close();
    throw error;
  }
  return { kind: 'embedded', ...lanes, pglite, close };
}
