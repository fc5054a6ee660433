import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { APPLICATION_NAME, migrateStore } from './migrate-store.ts';
import { openViews, type AllTables, type OpenedStore, typeParsers } from './opened-store.ts';
import { refuseTransactionPooler, requireTimeLimits } from './refuse-pooler.ts';
import { discardUnresponsiveConnections } from './discard-unresponsive-connections.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Logger } from '../domain/logger.ts';

const CONNECTIONS = 10;
/** For revocations, stream heads and the health check: one may wait for a lock while the other works. */
const RESERVED = 2;
const CONNECTION_TIMEOUT_MS = 5000;
/** How many reads may wait per connection; at this depth a read is still served in time. */
const WAITING_PER_CONNECTION = 100;

/** In milliseconds. A gateway that hangs in a transaction must not hold the public stream's lock for all others. */
const TIME_LIMITS = {
  idle_in_transaction_session_timeout: 2000,
  lock_timeout: 3000,
  statement_timeout: 5000,
};

/** The client's own limit, for a server that does not answer at all. */
const QUERY_TIMEOUT_MS = 8000;

const OLDEST_VERSION = 150_000;

/**
 * Opens a PostgreSQL database, 15 or later, and migrates it.
 * @param connections the largest number of connections of this gateway, reserved ones included
 * @throws StartupError when it cannot be reached or is too old
 */
export async function openPostgres(
  url: string,
  logger: Logger,
  connections = CONNECTIONS,
): Promise<OpenedStore> {
  await withMigrationConnections(url, migrateStore);
  const onLost = (error: Error) =>
    logger.warn({ reason: error.message }, 'a connection to the store was lost');
  const pool = openPool(
    { connectionString: url, max: connections, query_timeout: QUERY_TIMEOUT_MS, ...TIME_LIMITS },
    onLost,
  );
  await requireTimeLimits(pool, TIME_LIMITS).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const views = openViews(discardUnresponsiveConnections(pool), {
    size: connections,
    reserved: RESERVED,
    waitingMax: WAITING_PER_CONNECTION * connections,
    waitMs: CONNECTION_TIMEOUT_MS,
  });
  return { kind: 'postgres', ...views };
}

/** Works on connections without time limits: a second program may wait for the first one's migrations. */
export async function withMigrationConnections<T>(
  url: string,
  work: (db: Kysely<AllTables>) => Promise<T>,
): Promise<T> {
  const pool = openPool({ connectionString: url, max: 2 }, () => undefined);
  const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireSupportedVersion(db);
    await refuseTransactionPooler(pool);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: typeParsers,
    application_name: APPLICATION_NAME,
    verify: disableCompilation,
  });
  // Without listeners a lost connection ends the program: the pool reports idle connections, and each client its own loss.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * With millions of cruds the estimates of a search pass the limit for compilation, which takes longer than the search. Not a startup
 * parameter, because poolers refuse those.
 */
function disableCompilation(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query('set jit = off').then(() => done(), done);
}

async function requireSupportedVersion(db: Kysely<AllTables>): Promise<void> {
  const query = sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name
  `;
  const result = await query.execute(db).catch((error: unknown) => {
    throw new StartupError(
      `The database of DATABASE_URL cannot be used (${reasonOf(error)}): start it, or correct the address.`,
      { cause: error },
    );
  });
  const [version] = result.rows;
  if (version && version.number < OLDEST_VERSION) {
    throw new StartupError(`DATABASE_URL is PostgreSQL ${version.name}: Cruddur needs 15 or later.`);
  }
}

/** The driver's message in one line; of an AggregateError, for several addresses of a name, the first one. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message.replaceAll(/\s+/g, ' ') : String(first);
}
