import { existsSync } from 'node:fs';
import type { StoreConfig } from '../config.ts';
import type { Logger } from '../logger.ts';
import { lockDirectory } from './directory-lock.ts';
import { initialise, storeDir, type InitialiseOptions } from './initialise.ts';
import { openPGlite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';
import type { OpenedStore } from './opened-store.ts';

/**
 * Opens the configured store in its newest shape. An embedded one is locked for this process, and made with sample
 * people when there is none.
 * @throws StartFault when another process has the directory
 */
export async function openStore(
  config: StoreConfig,
  options: InitialiseOptions & { logger: Logger },
): Promise<OpenedStore> {
  switch (config.kind) {
    case 'postgres':
      return openPostgres(config.url, options.logger);
    case 'embedded':
      return openEmbedded(config.dataDir, options);
  }
}

async function openEmbedded(dataDir: string, options: InitialiseOptions): Promise<OpenedStore> {
  const lock = await lockDirectory(dataDir);
  try {
    if (!existsSync(storeDir(dataDir))) await initialise(dataDir, options);
    const store = await openPGlite({ dataDir: storeDir(dataDir) });
    const close = async () => {
      await store.close();
      await lock.release();
    };
    return { ...store, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
