import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { createStatementNames, type NameStatement } from './statement-names.ts';

/**
 * A pool that discards a connection whose query ended without an answer of the server. The driver stops waiting, but the query
 * may still run: the next user of the connection would write into a transaction that is not its own, and commit it or lose its
 * writes with it. A connection whose prepared statements no longer fit the tables is discarded too.
 */
export function discardUnresponsiveConnections(pool: pg.Pool): PostgresPool {
  const nameStatement = createStatementNames();
  return {
    end: () => pool.end(),
    connect: async () => guardClient(await pool.connect(), nameStatement),
  };
}

/** PostgreSQL's code when a migration has changed the result of a prepared statement. */
const STALE_PLAN = '0A000';

function guardClient(client: pg.PoolClient, nameStatement: NameStatement): PostgresPoolClient {
  let lostError: Error | undefined;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    // Also refuses a rollback, which would wait for the unanswered query.
    if (lostError) throw lostError;
    try {
      return await client.query({ name: nameStatement(text, values), text, values });
    } catch (error) {
      if (error instanceof Error && mustDiscard(error)) lostError = error;
      throw error;
    }
  };
  // Kysely's other overload, reading by a cursor, is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(lostError) };
}

function mustDiscard(error: Error): boolean {
  return !(error instanceof pg.DatabaseError) || error.code === STALE_PLAN;
}
