import { totalmem } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import type { Db } from '../repositories/tables.ts';
import { migrateStore } from './migrate-store.ts';
import { openViews, type OpenedStore, typeParsers } from './opened-store.ts';

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
  const pglite = await createPGlite(options);
  return openStoreOf(pglite, () => pglite.close());
}

/**
 * V8 optimises the hot functions of PostgreSQL, which saves a sixth of the processor's time of statements. On Node 24 it takes 500 MB
 * for one of them, the parser: a container of 512 MB would be killed for it.
 */
const OPTIMISED_FROM_BYTES = 1024 ** 3;

/** V8's flags without that; `--liftoff-only` implies them, but only on a command line. */
export const UNOPTIMISED = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** PGlite in the memory that there is. */
export async function createPGlite(options: PGliteOptions): Promise<PGlite> {
  const bytes = Math.min(process.constrainedMemory() || Infinity, totalmem());
  if (bytes < OPTIMISED_FROM_BYTES) for (const flag of UNOPTIMISED) setFlagsFromString(flag);
  return takeTurns(await PGlite.create(options));
}

/** The protocol's messages that end a statement: Query and Sync. */
const ENDS = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)));

/** Statements that wait for each other would run in one turn of the event loop, and hold sockets and health checks until the last one. */
function takeTurns(pglite: PGlite): PGlite {
  const execute = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (message, options) => {
    const answers = await execute(message, options);
    if (ENDS.has(message[0] ?? 0)) await nextTurn();
    return answers;
  };
  return pglite;
}

/**
 * Serves the store of an open database, and migrates it.
 * @param end called once the store is closed
 * @param migrate only for a store that is to have the tables of an earlier version
 */
export async function openStoreOf(
  pglite: PGlite,
  end: () => Promise<void>,
  migrate: (db: Db) => Promise<unknown> = migrateStore,
): Promise<EmbeddedStore> {
  const { connection, user, database } = createPgConfig(pglite);
  const driver = { connection, user, database };
  const pool = new pg.Pool({
    ...driver,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: typeParsers,
  });
  const views = openViews(pool, {
    size: 1,
    reserved: 0,
    waitingMax: WAITING_MAX,
    waitMs: CONNECTION_TIMEOUT_MS,
  });
  const close = async () => {
    await views.close();
    await end();
  };
  try {
    await migrate(views.db);
  } catch (error) {
    await close();
    throw error;
  }
  return { kind: 'embedded', ...views, pglite, close };
}
