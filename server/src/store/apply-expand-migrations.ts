import { Migrator, type Kysely, type Migration } from 'kysely';
import {
  lockLedger,
  LEGACY_MIGRATIONS,
  readApplied,
  refuseNewerStore,
  type MigrationLedger,
} from './migration-ledger.ts';

/**
 * Brings a store to this version's shape, by expand migrations only: versions that lack them go on working. Several programs
 * may do so at once: one works, the others wait.
 * @param migrations by name; they run in order of name
 * @returns the names of those that ran
 * @throws StartFault when a later version has changed the store too much; else the failed migration's error: that one left
 * nothing behind, and those before it are applied
 */
export async function applyExpandMigrations<T>(
  db: Kysely<T>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const store = db as unknown as Kysely<MigrationLedger>;
  await refuseNewerStore(store, new Set(Object.keys(migrations)));
  const ran = await applyLegacyMigrations(store, migrations);
  for (;;) {
    const name = await applyNextMigration(store, migrations);
    if (name === undefined) return ran;
    ran.push(name);
  }
}

async function applyLegacyMigrations(
  db: Kysely<MigrationLedger>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const applied = new Set((await readApplied(db)).map(({ name }) => name));
  const wanted = Object.entries(migrations).filter(([name]) => LEGACY_MIGRATIONS.includes(name));
  if (wanted.every(([name]) => applied.has(name))) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(wanted)) },
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

/** Each in a transaction of its own, so that none holds its locks while the next one runs. */
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
