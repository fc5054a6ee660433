import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import { loadStoreConfig, readEnvironment } from '../config/load-config.ts';
import { withStoppedStore } from '../store/with-stopped-store.ts';
import { storeDir } from '../store/initialise-store.ts';
import {
  listPending,
  migrateStore,
  migrations,
  readApplied,
  refuseEarlierStore,
} from '../store/migrate-store.ts';
import { withMigrationConnections } from '../store/open-postgres.ts';
import type { AllTables } from '../store/opened-store.ts';
import { print, printError } from '../wiring/logger.ts';
import { StartupError } from '../config/startup-error.ts';

const FLAGS = ['--status', '--dry-run', '--contract'];

/** `npm run migrate [-- --contract | --status | --dry-run]`: migrates the store before the gateways of this version start. */
async function main(): Promise<void> {
  const { store } = loadStoreConfig(readEnvironment());
  const flags = process.argv.slice(2);
  if (flags.some((word) => !FLAGS.includes(word))) {
    throw new StartupError('Usage: npm run migrate [-- --contract | --status | --dry-run]');
  }
  const contract = flags.includes('--contract');
  await withStore(store, async (db) => {
    if (flags.includes('--status')) printStatus(await readApplied(db));
    else if (flags.includes('--dry-run'))
      printDone('would apply', await listPending(db, { contract }), 'would change');
    else printDone('applied', await migrateStore(db, { contract }), 'was changed');
  });
}

function printStatus(applied: readonly string[]): void {
  refuseEarlierStore(applied);
  for (const name of [...new Set([...Object.keys(migrations), ...applied])].sort()) {
    const note = name in migrations ? '' : ' (of another version)';
    print(`${applied.includes(name) ? 'applied' : 'pending'} ${name}${note}`);
  }
}

function printDone(did: string, names: readonly string[], nothing: string): void {
  for (const name of names) print(`${did} ${name}`);
  if (names.length === 0) print(`The store is up to date; nothing ${nothing}.`);
}

function withStore<T>(store: StoreConfig, work: (db: Kysely<AllTables>) => Promise<T>): Promise<T> {
  if (store.kind === 'postgres') return withMigrationConnections(store.url, work);
  if (!existsSync(storeDir(store.dataDir)))
    throw new StartupError(`${store.dataDir} has no store: set DATA_DIR.`);
  return withStoppedStore(store.dataDir, work);
}

try {
  await main();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  printError(error instanceof StartupError ? reason : `The migration failed: ${reason}`);
  process.exitCode = error instanceof StartupError ? error.exitCode : 1;
}
