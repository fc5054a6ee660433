import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * A pool to which no connection returns on which a query ended without a word of the server. The driver stops waiting, but
 * what was asked is still under way: whoever got that connection next would write in somebody else's transaction, which may
 * be rolled back under them, or would commit it.
 */
export function spendSilent(pool: pg.Pool): PostgresPool {
  return {
    end: () => pool.end(),
    connect: async () => careful(await pool.connect()),
  };
}

function careful(client: pg.PoolClient): PostgresPoolClient {
  let silence: Error | undefined;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    // Not even a rollback: it would wait behind what is stuck.
    if (silence) throw silence;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) silence = error;
      throw error;
    }
  };
  // We read by no cursor, which is the other way to ask.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(silence) };
}
