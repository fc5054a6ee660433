import { fillDatabase } from '../../attack/fill-database.ts';
import { crudUuid } from '../../attack/fill-store.ts';
import { createCleanup } from '../../../support/cleanup.ts';
import { signUp } from '../../../support/people.ts';
import { createDatabase } from '../../../support/services/postgres.ts';
import { durableSettings, startPostgres } from '../../../support/services/postgres-cluster.ts';
import { startRedis } from '../../../support/services/redis.ts';
import { openTestPool } from '../../../support/services/test-pool.ts';
import { signInFilledPeople, type BenchPerson } from './sign-in-filled-people.ts';
import { startBenchGateway, type BenchGateway } from './start-bench-gateway.ts';

/** What all rows share. Its store has 200,000 cruds of 1,000 people; PostgreSQL flushes each commit. */
export interface PeerEnvironment {
  databaseUrl: string;
  redisUrl: string;
  /** Started once, without Redis, rate limits and log. Rows must leave no socket and no load on it. */
  gateway: BenchGateway;
  /** Another gateway on the same store; dispose it. @param env adds to or replaces variables, such as REDIS_URL */
  startGateway: (env?: Record<string, string>) => Promise<BenchGateway>;
  people: readonly BenchPerson[];
  /** A crud without likes. */
  crud: { uuid: string; handle: string };
  /** The result for this key in the current repetition, measured at the first call: a peer that several rows share. */
  once: <T>(key: string, measure: () => Promise<T>) => Promise<T>;
}

export type StartedPeerEnvironment = AsyncDisposable & PeerEnvironment & { startRepetition(): void };

const SIZE = { people: 1000, cruds: 200_000 };

/** Starts PostgreSQL, Redis and a gateway, and fills the store. */
export async function startPeerEnvironment(): Promise<StartedPeerEnvironment> {
  const cleanup = createCleanup();
  try {
    const cluster = await startPostgres(durableSettings);
    cleanup.defer(() => cluster[Symbol.asyncDispose]());
    const redis = await startRedis();
    cleanup.defer(() => redis[Symbol.asyncDispose]());
    const { url: databaseUrl } = await createDatabase(cluster.adminUrl);
    const startGateway = (env: Record<string, string> = {}) =>
      startBenchGateway({ DATABASE_URL: databaseUrl, ...env });
    await (await startGateway())[Symbol.asyncDispose]();
    // Gateways must not run meanwhile: filling moves the stream's head without log lines.
    await fillDatabase(databaseUrl, SIZE);
    const gateway = await startGateway();
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const { accessToken } = await signUp(gateway.url);
    const people = await signInFilledPeople(databaseUrl, accessToken, SIZE.people);
    const measured = new Map<string, Promise<unknown>>();
    return {
      databaseUrl,
      redisUrl: redis.url,
      gateway,
      startGateway,
      people,
      crud: await readCrud(databaseUrl),
      once<T>(key: string, measure: () => Promise<T>): Promise<T> {
        const known = measured.get(key) ?? measure();
        measured.set(key, known);
        return known as Promise<T>;
      },
      startRepetition: () => measured.clear(),
      [Symbol.asyncDispose]: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Not one of the author with most cruds. */
async function readCrud(connectionString: string): Promise<PeerEnvironment['crud']> {
  await using opened = openTestPool({ connectionString, max: 1 });
  const { rows } = await opened.pool.query<PeerEnvironment['crud']>(
    'select a.uuid, p.handle from activities a join people p on p.sub = a.author where a.uuid = $1',
    [crudUuid(SIZE.cruds - 101)],
  );
  if (!rows[0]) throw new Error('the store is not filled');
  return rows[0];
}
