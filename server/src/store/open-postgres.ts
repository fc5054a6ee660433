import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { StartFault } from '../start-fault.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations.ts';
import { asTables, type AllTables, type OpenedStore } from './opened-store.ts';
import { spendSilent } from './spend-silent.ts';
import { typeParsers } from './type-parsers.ts';

const CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 5000;

/** A gateway that hangs in a transaction must not hold the public stream's lock for everybody. */
const PATIENCE = {
  idle_in_transaction_session_timeout: 2000,
  lock_timeout: 3000,
  statement_timeout: 5000,
  // Ours, for a server that no longer answers anything at all.
  query_timeout: 8000,
};

const OLDEST = 150_000;

/**
 * Opens a PostgreSQL database, 15 or later, and migrates it.
 * @throws StartFault when it cannot be reached or is too old
 */
export async function openPostgres(url: string, logger: Logger): Promise<OpenedStore> {
  await migrateApart(url);
  const lost = (error: Error) => logger.warn({ reason: error.message }, 'a connection to the store was lost');
  const pool = openPool({ connectionString: url, max: CONNECTIONS, ...PATIENCE }, lost);
  const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool: spendSilent(pool) }) });
  return { kind: 'postgres', db: asTables(db), poolDb: asTables(db), close: () => db.destroy() };
}

/** On connections without our time limits: a second program may wait for the first one's migrations. */
async function migrateApart(url: string): Promise<void> {
  const pool = openPool({ connectionString: url, max: 2 }, () => undefined);
  const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await mustBeUsable(db);
    await migrate(db, allMigrations);
  } finally {
    await db.destroy();
  }
}

function openPool(config: pg.PoolConfig, lost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: typeParsers,
    application_name: 'cruddur',
  });
  // Without a listener a lost connection ends the program: the pool listens to idle ones, and nobody to those in use.
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function mustBeUsable(db: Kysely<AllTables>): Promise<void> {
  const query = sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name
  `;
  const answer = await query.execute(db).catch((error: unknown) => {
    throw new StartFault(
      `The database of DATABASE_URL cannot be used (${reasonOf(error)}): start it, or correct the address.`,
      { cause: error },
    );
  });
  const [version] = answer.rows;
  if (version && version.number < OLDEST) {
    throw new StartFault(`DATABASE_URL is PostgreSQL ${version.name}: Cruddur needs 15 or later.`);
  }
}

/** The driver's own words, in one line; a failure on all addresses of a name has words of its own for each. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message.replaceAll(/\s+/g, ' ') : String(first);
}
