/** One script, run repeatedly by each client with prepared statements. */
export interface PgbenchLoad {
  databaseUrl: string;
  /** In pgbench's language: SQL, `\set` and variables as `:name`. */
  script: string;
  variables?: Record<string, string>;
  clients: number;
  seconds: number;
}

export interface PgbenchFigures {
  perSecond: number;
  averageMs: number;
  p50Ms: number;
  p99Ms: number;
}
