import type pg from 'pg';

/** What a call costs PostgreSQL. */
export interface StatementCost {
  /** Pages of tables and indexes, from the cache or not. */
  pages: number;
  ms: number;
}

/** The settings of a cluster that counts its statements; the library is part of Debian's package. */
export const statementSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

interface StatementRow {
  calls: number;
  pages: number;
  ms: number;
}

export async function startCounting(pool: pg.Pool): Promise<void> {
  await pool.query('create extension if not exists pg_stat_statements');
  await pool.query('select pg_stat_statements_reset()');
}

/**
 * The cost of one of `calls` calls since `startCounting`. Statements that ran for fewer than half of them are work in the
 * background. Of a call that a gateway answers from its cache, it is the cost of the largest statement.
 */
export async function readStatementCost(
  pool: pg.Pool,
  { calls, isCached }: { calls: number; isCached: boolean },
): Promise<StatementCost> {
  const { rows } = await pool.query<StatementRow>(
    `select calls::float8 as calls, (shared_blks_hit + shared_blks_read)::float8 as pages, total_exec_time + total_plan_time as ms
    from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  if (isCached) {
    const costs = rows.map((row) => ({ pages: row.pages / row.calls, ms: row.ms / row.calls }));
    return costs.reduce((most, cost) => (cost.pages > most.pages ? cost : most), { pages: 0, ms: 0 });
  }
  const own = rows.filter((row) => row.calls >= calls / 2);
  const perCall = (of: 'pages' | 'ms') => own.reduce((sum, row) => sum + row[of], 0) / calls;
  return { pages: perCall('pages'), ms: perCall('ms') };
}
