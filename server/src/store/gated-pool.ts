import type { PostgresPool } from 'kysely';
import type { ConnectionGate, Lane } from './connection-gate.ts';

/** The view of a pool for one lane. `end` leaves the pool open for the other lanes. */
export function createGatedPool(pool: PostgresPool, gate: ConnectionGate, lane: Lane): PostgresPool {
  return {
    end: () => Promise.resolve(),
    async connect() {
      const releaseLane = await gate.acquire(lane);
      try {
        const client = await pool.connect();
        const release = () => {
          client.release();
          releaseLane();
        };
        return { query: client.query.bind(client), release };
      } catch (error) {
        releaseLane();
        throw error;
      }
    },
  };
}
