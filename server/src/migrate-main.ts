import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { StoreConfig } from './config/config.ts';
import { loadStoreConfig, readEnvironment } from './config/load-config.ts';
import { print, printError } from './logger.ts';
import { StartupError } from './startup-error.ts';
import { applyContractMigrations } from './store/apply-contract-migrations.ts';
import { describeMigrations } from './store/describe-migrations.ts';
import { withStoppedStore } from './store/with-stopped-store.ts';
import { storeDir } from './store/initialise-store.ts';
import { migrateStore } from './store/migrate-store.ts';
import { allMigrations, contractMigrations } from './store/migrations.ts';
import { migratePostgres, withMigrationConnections } from './store/open-postgres.ts';
import type { AllTables } from './store/opened-store.ts';

const FLAGS = ['--status', '--dry-run', '--contract'];
const all = { expand: allMigrations, contract: contractMigrations };

/** `npm run migrate [-- --contract | --status | --dry-run]`: migrates the store before the gateways of this version start. */
async function main(): Promise<void> {
  const { store } = loadStoreConfig(readEnvironment());
  const flags = process.argv.slice(2);
  if (flags.some((word) => !FLAGS.includes(word))) {
    throw new StartupError('Usage: npm run migrate [-- --contract | --status | --dry-run]');
  }
  const contract = flags.includes('--contract');
  if (flags.includes('--status')) await withStore(store, (db) => printStatus(db));
  else if (flags.includes('--dry-run')) await withStore(store, (db) => printPending(db, contract));
  else await applyMigrations(store, contract);
}

async function applyMigrations(store: StoreConfig, contract: boolean): Promise<void> {
  const applied =
    store.kind === 'postgres' ? await migratePostgres(store.url) : await withStore(store, migrateStore);
  if (contract) applied.push(...(await withStore(store, (db) => applyContractMigrations(db, all))));
  for (const name of applied) print(`applied ${name}`);
  if (applied.length === 0) print('The store is up to date; nothing was changed.');
}

async function printStatus(db: Kysely<AllTables>): Promise<void> {
  for (const { name, kind, applied } of await describeMigrations(db, all)) {
    print(`${applied ? 'applied' : 'pending'} ${name}${kind === 'expand' ? '' : ` (${kind})`}`);
  }
}

async function printPending(db: Kysely<AllTables>, contract: boolean): Promise<void> {
  const kinds = contract ? ['expand', 'contract'] : ['expand'];
  const states = await describeMigrations(db, all);
  const pending = states.filter(({ kind, applied }) => !applied && kinds.includes(kind));
  for (const { name } of pending) print(`would apply ${name}`);
  if (pending.length === 0) print('The store is up to date; nothing would change.');
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
