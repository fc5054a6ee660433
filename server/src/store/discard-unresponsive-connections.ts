import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * A pool to which no connection returns on which a query ended without a word of the server. The driver stops waiting, but
 * what was asked is still under way: whoever got that connection next would write in somebody else's transaction, which may
 * be rolled back under them, or would commit it.
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
    // Not even a rollback: it would wait behind what is stuck.
    if (lostError) throw lostError;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) lostError = error;
      throw error;
    }
  };
  // We read by no cursor, which is the other way to ask.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(lostError) };
}
