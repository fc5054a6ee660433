import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { storeDir } from './initialise-store.ts';
import { createPGlite } from './open-pglite.ts';
import { type AllTables, typeParsers } from './opened-store.ts';
import { recoverDirectory } from './recover-directory.ts';

/**
 * Opens an embedded store without migrating it, for a tool that runs while the program is stopped.
 * @throws StartupError when a program uses the directory
 */
export async function withStoppedStore<T>(
  dataDir: string,
  work: (db: Kysely<AllTables>) => Promise<T>,
): Promise<T> {
  const lock = await lockDirectory(dataDir);
  try {
    await recoverDirectory(dataDir);
    const pglite = await createPGlite({ dataDir: storeDir(dataDir) });
    const { connection, user, database } = createPgConfig(pglite);
    const driver = { connection, user, database };
    const pool = new pg.Pool({ ...driver, max: 1, idleTimeoutMillis: 0, types: typeParsers });
    const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool }) });
    try {
      return await work(db);
    } finally {
      await db.destroy();
      await pglite.close();
    }
  } finally {
    await lock.release();
  }
}
