import { createHash } from 'node:crypto';
import { poolMigrations } from '@cruddur/local-pool/migrations';
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { baseline } from '../repositories/schema/index.ts';
import { StartupError } from '../config/startup-error.ts';

type Migrations = Readonly<Record<string, Migration>>;
interface MigrateOptions {
  /** By name; default those of this version. */
  all?: Migrations;
  /** With contract migrations, which remove what earlier versions need. */
  contract?: boolean;
}

export const BASELINE = '0001_baseline';

/** All migrations of this version; how one is written: docs/operations/upgrade.md. */
export const migrations: Migrations = { [BASELINE]: baseline, ...poolMigrations };

const hash = createHash('sha256').update(Object.keys(migrations).sort().join()).digest('hex').slice(0, 8);

/** The `application_name` of this version's connections; versions with the same migrations share it. */
export const APPLICATION_NAME = `cruddur ${hash}`;

/** Beside the migrator's own, which begins after the read of the applied names. */
const LOCK = sql`hashtextextended('migrations', 0)`;

const ELSEWHERE = 'set DATA_DIR or DATABASE_URL to another store.';

const NOTHING: Migration = { up: () => Promise.resolve() };
const isContract = (name: string) => name.endsWith('_contract');

/**
 * Applies the pending migrations in order of name, each in a transaction of its own. Programs that migrate at the same time wait for
 * each other.
 * @returns the names of the applied migrations
 * @throws StartupError when this version cannot use the store, or while gateways of another version prevent a contract migration
 */
export async function migrateStore<T>(db: Kysely<T>, options: MigrateOptions = {}): Promise<string[]> {
  return db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(own);
    try {
      const applied = await readApplied(own);
      const pending = pendingOf(applied, options);
      // The migrator refuses applied names that it does not know, such as those of a later version.
      const known: Record<string, Migration> = Object.fromEntries(applied.map((name) => [name, NOTHING]));
      const provider = { getMigrations: () => Promise.resolve(known) };
      const migrator = new Migrator({ db: own, provider, allowUnorderedMigrations: true });
      for (const [name, migration] of pending) {
        known[name] = migration;
        const { error } = await migrator.migrateUp();
        if (error !== undefined)
          throw error instanceof Error ? error : new Error(`${name} failed.`, { cause: error });
      }
      return pending.map(([name]) => name);
    } finally {
      // A lost connection has released the lock, and its error is the one to report.
      await sql`select pg_advisory_unlock(${LOCK})`.execute(own).catch(() => undefined);
    }
  });
}

/** @returns the names that `migrateStore` would apply */
export async function listPending<T>(db: Kysely<T>, options: MigrateOptions = {}): Promise<string[]> {
  return pendingOf(await readApplied(db), options).map(([name]) => name);
}

/** The names of the applied migrations; none for a store without tables. */
export async function readApplied<T>(db: Kysely<T>): Promise<string[]> {
  const table = sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`;
  if ((await table.execute(db)).rows[0]?.name === null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** @param applied the names of a store's migrations @throws StartupError for a store of a version before 1.0.0 */
export function refuseEarlierStore(applied: readonly string[]): void {
  if (applied.length > 0 && !applied.includes(BASELINE))
    throw new StartupError(
      `A version before 1.0.0 made this store, which no later one can use: ${ELSEWHERE}`,
    );
}

/** Expand migrations come first: a contract migration may be refused. */
function pendingOf(applied: readonly string[], { all = migrations, contract = false }: MigrateOptions) {
  refuseEarlierStore(applied);
  if (applied.some((name) => isContract(name) && !(name in all)))
    throw new StartupError(`A later version of Cruddur has used this store: start that one, or ${ELSEWHERE}`);
  return Object.entries(all)
    .filter(([name]) => !applied.includes(name) && (contract || !isContract(name)))
    .sort(
      ([left], [right]) => Number(isContract(left)) - Number(isContract(right)) || (left < right ? -1 : 1),
    )
    .map(([name, migration]) => [name, isContract(name) ? exclusively(migration) : migration] as const);
}

/** Gateways name their version in `application_name`. */
const exclusively = (migration: Migration): Migration => ({
  async up(trx) {
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from pg_stat_activity where datname = current_database()
        and application_name like 'cruddur%' and application_name <> ${APPLICATION_NAME}`.execute(trx);
    const others = rows[0]?.others ?? 0;
    if (others > 0)
      throw new StartupError(
        `Gateways of another version use this store (connections: ${others}): stop them before --contract.`,
      );
    await migration.up(trx);
  },
});
