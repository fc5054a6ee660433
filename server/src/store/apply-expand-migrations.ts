import { Migrator, type Kysely, type Migration } from 'kysely';
import {
  lockLedger,
  LEGACY_MIGRATIONS,
  readApplied,
  refuseNewerStore,
  type MigrationLedger,
} from './migration-ledger.ts';

/**
 * Applies the pending expand migrations, with which earlier versions still work. Programs that migrate at the same time wait for
 * each other.
 * @param migrations by name; applied in order of name
 * @returns the names of the applied migrations
 * @throws StartupError when a later version has made the store incompatible; else the error of a failed migration, which is
 * rolled back while those before it stay applied
 */
export async function applyExpandMigrations<T>(
  db: Kysely<T>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const store = db as unknown as Kysely<MigrationLedger>;
  await refuseNewerStore(store, new Set(Object.keys(migrations)));
  const applied = await applyLegacyMigrations(store, migrations);
  for (;;) {
    const name = await applyNextMigration(store, migrations);
    if (name === undefined) return applied;
    applied.push(name);
  }
}

async function applyLegacyMigrations(
  db: Kysely<MigrationLedger>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const applied = new Set((await readApplied(db)).map(({ name }) => name));
  const legacy = Object.entries(migrations).filter(([name]) => LEGACY_MIGRATIONS.includes(name));
  if (legacy.every(([name]) => applied.has(name))) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(legacy)) },
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

/** One transaction per migration, so that none holds its locks while the next one runs. */
async function applyNextMigration(
  db: Kysely<MigrationLedger>,
  migrations: Record<string, Migration>,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockLedger(trx);
    await refuseNewerStore(trx, new Set(Object.keys(migrations)));
    const applied = new Set((await readApplied(trx)).map(({ name }) => name));
    const [next] = Object.entries(migrations)
      .filter(([name]) => !applied.has(name))
      .sort(([left], [right]) => (left < right ? -1 : 1));
    if (next === undefined) return undefined;
    const [name, migration] = next;
    await migration.up(trx);
    await trx.insertInto('cruddur_migration').values({ name, needs: null, at: new Date() }).execute();
    return name;
  });
}
