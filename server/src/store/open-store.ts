import { existsSync } from 'node:fs';
import type { StoreConfig } from '../config/config.ts';
import { startBackupServer } from './backup/backup-server.ts';
import { lockDirectory } from './directory-lock.ts';
import { initialiseStore, storeDir, type InitialiseOptions } from './initialise-store.ts';
import { openPGlite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';
import type { OpenedStore } from './opened-store.ts';
import { recoverDirectory } from './recover-directory.ts';
import type { Logger } from '../domain/logger.ts';

/**
 * Opens and migrates the configured store. An embedded one is locked for this process, and created when there is none.
 * @throws StartupError when another process has the directory
 */
export async function openStore(
  config: StoreConfig,
  options: InitialiseOptions & { logger: Logger },
): Promise<OpenedStore> {
  switch (config.kind) {
    case 'postgres':
      return openPostgres(config.url, options.logger, config.connections);
    case 'embedded':
      return openEmbedded(config.dataDir, options);
  }
}

async function openEmbedded(
  dataDir: string,
  options: InitialiseOptions & { logger: Logger },
): Promise<OpenedStore> {
  const lock = await lockDirectory(dataDir);
  try {
    await recoverDirectory(dataDir);
    if (!existsSync(storeDir(dataDir))) await initialiseStore(dataDir, options);
    const store = await openPGlite({ dataDir: storeDir(dataDir) });
    const backupServer = await startBackupServer({ dataDir, store, logger: options.logger });
    const close = async () => {
      await backupServer.close();
      await store.close();
      await lock.release();
    };
    return { ...store, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
