import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * A pool that discards a connection whose query ended without an answer of the server. The driver stops waiting, but the query
 * may still run: the next user of the connection would write into a transaction that is not its own, and commit it or lose its
 * writes with it.
 */
export function discardUnresponsiveConnections(pool: pg.Pool): PostgresPool {
  return {
    end: () => pool.end(),
    connect: async () => guardClient(await pool.connect()),
  };
}

function guardClient(client: pg.PoolClient): PostgresPoolClient {
  let lostError: Error | undefined;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    // Also refuses a rollback, which would wait for the unanswered query.
    if (lostError) throw lostError;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) lostError = error;
      throw error;
    }
  };
  // Kysely's other overload, reading by a cursor, is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(lostError) };
}
