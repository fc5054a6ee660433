import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Reads the processor time of all processes of a PostgreSQL server on this machine; on Linux. */
export async function openPostgresCpu(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readStat(rows[0]?.pid ?? 0)?.parent;
  if (postmaster === undefined) throw new Error('the processes of PostgreSQL are not visible');
  return () => {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readStat(Number(name)));
    const children = all.filter((stat) => stat?.parent === postmaster);
    const own = readStat(postmaster);
    return [...children, own].reduce((sum, stat) => sum + (stat?.seconds ?? 0), own?.endedSeconds ?? 0);
  };
}

interface ProcessStat {
  parent: number;
  seconds: number;
  /** Of its children that have ended. */
  endedSeconds: number;
}

/** Undefined for a process that has just ended. */
function readStat(pid: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may contain spaces; Linux counts in hundredths of a second.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / 100;
  return { parent: fields[1] ?? 0, seconds: sum(11), endedSeconds: sum(13) };
}
