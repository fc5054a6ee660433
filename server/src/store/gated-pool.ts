import type { PostgresPool } from 'kysely';
import type { ConnectionGate, Lane } from './connection-gate.ts';

/** A pool as one lane sees it. Ending the lane leaves the pool to the other ones. */
export function createGatedPool(pool: PostgresPool, gate: ConnectionGate, lane: Lane): PostgresPool {
  return {
    end: () => Promise.resolve(),
    async connect() {
      const leave = await gate.acquire(lane);
      try {
        const client = await pool.connect();
        const release = () => {
          client.release();
          leave();
        };
        return { query: client.query.bind(client), release };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
