import type { RunningProgram } from '../../support/program.ts';
import type { HttpFigures, HttpLoad } from './http-load.ts';
import type { PgbenchFigures, PgbenchLoad } from './run-pgbench.ts';

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
  /** Runs a load in a process of its own. */
  loadHttp: (load: HttpLoad) => Promise<HttpFigures>;
  /** Runs pgbench with prepared statements. */
  runPgbench: (load: PgbenchLoad) => Promise<PgbenchFigures>;
  /** The result for this key in the current repetition, measured at the first call: a peer that several rows share. */
  once: <T>(key: string, measure: () => Promise<T>) => Promise<T>;
}

export interface BenchGateway extends AsyncDisposable {
  url: string;
  program: RunningProgram;
}

/** Signed in, with a row of their own and a user of the pool. */
export interface BenchPerson {
  sub: string;
  handle: string;
  accessToken: string;
}
