import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { readProcessStat } from '../../support/process-stat.ts';

/** Reads the processor time of all processes of a PostgreSQL server on this machine; on Linux. */
export async function openPostgresCpu(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readProcessStat(rows[0]?.pid ?? 0)?.parent;
  if (postmaster === undefined) throw new Error('the processes of PostgreSQL are not visible');
  return () => {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readProcessStat(Number(name)));
    const children = all.filter((stat) => stat?.parent === postmaster);
    const own = readProcessStat(postmaster);
    return [...children, own].reduce((sum, stat) => sum + (stat?.seconds ?? 0), own?.endedSeconds ?? 0);
  };
}
