import { sql, type Kysely } from 'kysely';
import { StartupError } from '../startup-error.ts';

/**
 * The migrations of a store since several versions may run side by side. Earlier migrations are in `kysely_migration`, and a
 * version without this ledger does not start when it finds an unknown name there. So expand migrations are recorded in the ledger
 * only, and contract migrations in both tables.
 */
export interface MigrationLedger {
  cruddur_migration: { name: string; needs: string | null; at: Date };
  kysely_migration: { name: string; timestamp: string };
}

export interface Applied {
  name: string;
  /** Of a contract migration: the migration that a version must have to work with the store. */
  needs: string | null;
}

/** Migrations of versions without the ledger. The list is final. */
export const LEGACY_MIGRATIONS: readonly string[] = [
  '0001_people_and_cruds',
  '0002_messages',
  '0003_log',
  '0004_burned',
  '0005_erased',
  '0006_shared_commits',
  '0100_local_pool',
  '0101_local_pool_devices',
  '0102_local_pool_challenges',
  '0103_local_pool_passkeys',
  '0104_local_pool_sealed_challenges',
];

const NEWER_STORE_MESSAGE =
  'A later version of Cruddur has used this store: start that one, or set DATA_DIR or DATABASE_URL to another store.';

/** Called first in a transaction: waits for other programs that migrate the store, and excludes them until the commit. */
export async function lockLedger(trx: Kysely<MigrationLedger>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('cruddur_migration', 0))`.execute(trx);
  await sql`create table if not exists cruddur_migration (
    name text primary key,
    needs text,
    at timestamptz(3) not null default now()
  )`.execute(trx);
}

/** The applied migrations in order of name; empty for a store without tables. */
export async function readApplied(db: Kysely<MigrationLedger>): Promise<Applied[]> {
  const applied = new Map<string, Applied>();
  for (const { name } of await namesIn(db, 'kysely_migration')) applied.set(name, { name, needs: null });
  for (const row of await namesIn(db, 'cruddur_migration')) applied.set(row.name, row);
  return [...applied.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * @param known the names of all migrations of this version
 * @throws StartupError when a later version has made the store incompatible with this one
 */
export async function refuseNewerStore(
  db: Kysely<MigrationLedger>,
  known: ReadonlySet<string>,
): Promise<void> {
  const ledger = await namesIn(db, 'cruddur_migration');
  const expected = new Set([...known, ...ledger.map(({ name }) => name)]);
  const hasUnknown = (await namesIn(db, 'kysely_migration')).some(({ name }) => !expected.has(name));
  if (hasUnknown || ledger.some(({ needs }) => needs !== null && !known.has(needs)))
    throw new StartupError(NEWER_STORE_MESSAGE);
}

async function namesIn(db: Kysely<MigrationLedger>, table: keyof MigrationLedger): Promise<Applied[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  );
  if (!rows[0]?.found) return [];
  const needs = table === 'cruddur_migration' ? sql`needs` : sql`null::text`;
  return (await sql<Applied>`select name, ${needs} as needs from ${sql.table(table)}`.execute(db)).rows;
}
