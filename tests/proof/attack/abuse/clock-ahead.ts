import { fileURLToPath } from 'node:url';
import { createCleanup } from '../../../support/cleanup.ts';
import { createClient } from '../../../support/clients.ts';
import { openTestPool } from '../../../support/services/test-pool.ts';
import { until } from '../../../support/until.ts';
import { fillDatabase } from '../fill-database.ts';
import type { Attack } from './attack.ts';
import { startGateway } from './start-gateway.ts';

const WRONG_CLOCK = fileURLToPath(new URL('../../chaos/topology/wrong-clock.mjs', import.meta.url));
const AHEAD_MS = 3 * 3_600_000;
const PURGED_WITHIN_MS = 60_000;

/** Alone on a store, so that the work of all gateways is its own: beside another one it would not get the lease in time. */
export const clockAhead: Attack = {
  name: '11 a gateway alone whose clock is 3 h ahead',
  needsPostgres: true,
  async start(world) {
    const cleanup = createCleanup();
    try {
      if (!world.createDatabase) throw new Error('the embedded store has the clock of its gateway');
      const database = await world.createDatabase();
      cleanup.defer(() => database[Symbol.asyncDispose]());
      await fillDatabase(database.url, { people: 5, cruds: 20 });
      const opened = openTestPool({ connectionString: database.url, max: 1 });
      cleanup.defer(() => opened[Symbol.asyncDispose]());
      const countRows = async (table: string) =>
        (await opened.pool.query(`select from ${table}`)).rowCount ?? 0;
      await opened.pool.query(`update activities set expires_at = now() + interval '1 hour'`);
      const living = await countRows('activities');
      const gateway = startGateway({
        ...{ DATABASE_URL: database.url, DATA_DIR: '/nonexistent', LOG_LEVEL: 'none' },
        ...{ NODE_OPTIONS: `--import tsx --import ${WRONG_CLOCK}`, CLOCK_AHEAD_MS: String(AHEAD_MS) },
        ABUSE_NETWORK: world.network,
      });
      cleanup.defer(() => gateway[Symbol.asyncDispose]());
      const url = await gateway.waitUntilReady();
      return async () => {
        try {
          await until(() => hasPurged(url), {
            ...{ what: 'the gateway has had a purge', timeoutMs: PURGED_WITHIN_MS },
          });
          const { status } = await fetch(`${url}/readyz`);
          const lost = living - (await countRows('activities'));
          const leases = await countRows('leases');
          return {
            figure: `${lost} of ${living} living cruds deleted, its /readyz is ${status}`,
            faults: [
              ...(lost > 0 ? ['living cruds were deleted'] : []),
              ...(leases > 0 ? ['a gateway with a wrong clock works for all'] : []),
              ...(status === 503 ? [] : ['a gateway with a wrong clock is ready']),
            ],
          };
        } finally {
          await cleanup.run();
        }
      };
    } catch (error) {
      await cleanup.run();
      throw error;
    }
  },
};

/** Whether the time of a purge has passed, done or not. */
async function hasPurged(url: string): Promise<boolean> {
  const { machines } = await createClient(url).callOk('machines');
  const moves = machines.find(({ machine }) => machine === 'purge')?.moves ?? {};
  return (moves['sweeping: done'] ?? 0) + (moves['sweeping: failed'] ?? 0) > 0;
}
