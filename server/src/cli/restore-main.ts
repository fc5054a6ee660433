import { resolve } from 'node:path';
import { loadStoreConfig, readEnvironment } from '../config/load-config.ts';
import { restoreArchive } from '../store/backup/restore-archive.ts';
import { print, printError } from '../wiring/logger.ts';
import { StartupError } from '../config/startup-error.ts';

const USAGE = 'Usage: npm run restore -- FILE [--replace]';

/** `npm run restore -- FILE [--replace]`: restores a backup as the embedded store of a stopped program. */
async function main(): Promise<void> {
  const { store } = loadStoreConfig(readEnvironment());
  if (store.kind === 'postgres') {
    throw new StartupError(
      'DATABASE_URL is PostgreSQL: restore it as described in docs/operations/backup.md.',
    );
  }
  const args = process.argv.slice(2);
  const [archive, ...others] = args.filter((word) => word !== '--replace');
  if (archive === undefined || archive.startsWith('-') || others.length > 0) throw new StartupError(USAGE);
  const { madeAt, people, replaced } = await restoreArchive({
    archive: resolve(archive),
    dataDir: store.dataDir,
    replace: args.includes('--replace'),
  });
  print(`${store.dataDir} has the store of ${madeAt.toISOString()} with ${people} people.`);
  if (replaced !== undefined) print(`The former store is ${replaced}: delete it when you no longer need it.`);
}

try {
  await main();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  printError(error instanceof StartupError ? reason : `The restore failed and changed nothing: ${reason}`);
  process.exitCode = error instanceof StartupError ? error.exitCode : 1;
}
