import { sql, type Kysely, type Migration } from 'kysely';
import { StartupError } from '../startup-error.ts';
import type { ContractMigration } from './contract-migration.ts';
import { lockLedger, readApplied, type MigrationLedger } from './migration-ledger.ts';
import { isNameOfOtherVersion } from './version-mark.ts';

export interface MigrationSets {
  expand: Record<string, Migration>;
  contract: Record<string, ContractMigration>;
}

/**
 * Applies the pending contract migrations. Afterwards, versions without the migrations that these need do not start.
 * @returns the names of the applied migrations
 * @throws StartupError while a gateway of another version is connected, or before the expand migrations are applied
 */
export async function applyContractMigrations<T>(db: Kysely<T>, options: MigrationSets): Promise<string[]> {
  const store = db as unknown as Kysely<MigrationLedger>;
  const applied: string[] = [];
  for (const name of Object.keys(options.contract).sort()) {
    if (await applyContractMigration(store, name, options)) applied.push(name);
  }
  return applied;
}

async function applyContractMigration(
  db: Kysely<MigrationLedger>,
  name: string,
  options: MigrationSets,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockLedger(trx);
    const applied = new Set((await readApplied(trx)).map((row) => row.name));
    const migration = options.contract[name];
    if (migration === undefined || applied.has(name)) return false;
    if (!Object.keys(options.expand).every((expand) => applied.has(expand))) {
      throw new StartupError('Expand migrations are pending: run npm run migrate first.');
    }
    await refuseOtherVersions(trx);
    await migration.up(trx);
    const at = new Date();
    await trx.insertInto('cruddur_migration').values({ name, needs: migration.needs, at }).execute();
    await trx.insertInto('kysely_migration').values({ name, timestamp: at.toISOString() }).execute();
    return true;
  });
}

/** Gateways name their version in `application_name` of each connection; a version without such a name counts as another one. */
async function refuseOtherVersions(trx: Kysely<MigrationLedger>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'cruddur%'
  `.execute(trx);
  const others = rows.filter(({ name }) => isNameOfOtherVersion(name));
  if (others.length === 0) return;
  throw new StartupError(
    `Gateways of another version use this store (connections: ${others.length}): stop them before --contract.`,
  );
}
