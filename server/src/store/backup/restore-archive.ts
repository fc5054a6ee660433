import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { lockDirectory } from '../directory-lock.ts';
import { initialiseStore, storeDir } from '../initialise-store.ts';
import { openPGlite } from '../open-pglite.ts';
import { swapInRestored, RESTORE_PARTIAL, RESTORE_READY, recoverDirectory } from '../recover-directory.ts';
import { readRowsIndex } from './rows.ts';
import { unpackArchive } from './unpack.ts';
import { StartupError } from '../../config/startup-error.ts';

export interface RestoreOptions {
  archive: string;
  dataDir: string;
  /** Allows a directory with a store, which is moved aside. */
  replace: boolean;
}

export interface Restored {
  madeAt: Date;
  people: number;
  /** The folder of the former store. */
  replaced: string | undefined;
}

/**
 * Restores a backup into a data directory. The former store stays in place until the new one is complete and has been opened
 * once. One rename decides; after a kill beyond it, the next start completes the restore.
 * @throws StartupError when the directory is in use or has a store, or when the backup is damaged or of a later version
 */
export async function restoreArchive({ archive, dataDir, replace }: RestoreOptions): Promise<Restored> {
  const lock = await lockDirectory(dataDir);
  try {
    await recoverDirectory(dataDir);
    if (!replace && (existsSync(storeDir(dataDir)) || existsSync(join(dataDir, 'avatars')))) {
      throw new StartupError(
        `${dataDir} has a store: add --replace to put the backup in its place, or set DATA_DIR to another folder.`,
      );
    }
    const partial = await mkdtemp(join(dataDir, RESTORE_PARTIAL));
    try {
      const { made_at } = await unpackArchive(archive, partial);
      const rows = join(partial, 'rows');
      await readRowsIndex(rows);
      await initialiseStore(partial, { localPool: false, samples: false, rowsOf: rows });
      await rm(rows, { recursive: true });
      const people = await openRestoredStore(storeDir(partial));
      const ready = RESTORE_READY + new Date().toISOString().replaceAll(':', '-');
      await rename(partial, join(dataDir, ready));
      return { madeAt: new Date(made_at), people, replaced: await swapInRestored(dataDir, ready) };
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await lock.release();
  }
}

/**
 * Opens the restored store, which migrates it and proves that this version can use it, and gives it a new id: envelopes on a
 * shared Redis name the store, and the original store may still run.
 * @returns how many people it has
 */
async function openRestoredStore(dir: string): Promise<number> {
  const store = await openPGlite({ dataDir: dir });
  try {
    await sql`update store set id = gen_random_uuid()`.execute(store.db);
    const { rows } = await sql<{ people: number }>`select count(*) as people from people`.execute(store.db);
    return rows[0]?.people ?? 0;
  } finally {
    await store.close();
  }
}
