import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations.ts';
import { asTables, type AllTables, type OpenedStore } from './opened-store.ts';
import { typeParsers } from './type-parsers.ts';

const CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 5000;

/** A gateway that hangs in a transaction must not hold the public stream's lock for everybody. */
const PATIENCE = {
  idle_in_transaction_session_timeout: 2000,
  lock_timeout: 3000,
  statement_timeout: 5000,
};

/** Opens a PostgreSQL database, 15 or later, and migrates it. */
export async function openPostgres(url: string, logger: Logger): Promise<OpenedStore> {
  await migrateApart(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: typeParsers,
    application_name: 'cruddur',
    ...PATIENCE,
  });
  // Without a listener a connection lost while idle would end the program.
  pool.on('error', (error) => {
    logger.warn({ reason: error.message }, 'a connection to the store was lost');
  });
  const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool }) });
  return { kind: 'postgres', db: asTables(db), poolDb: asTables(db), close: () => db.destroy() };
}

/** On connections without our time limits: a second program may wait for the first one's migrations. */
async function migrateApart(url: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    types: typeParsers,
  });
  pool.on('error', () => undefined);
  const db = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, allMigrations);
  } finally {
    await db.destroy();
  }
}
