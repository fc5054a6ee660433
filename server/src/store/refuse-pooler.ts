import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

const POOLER_MESSAGE =
  'DATABASE_URL leads through a pooler in transaction mode (PgBouncer?): point it at PostgreSQL itself, or set pool_mode = session.';

const lostLimitsMessage = (reason: string): string =>
  `DATABASE_URL leads through a pooler that keeps time limits from PostgreSQL (${reason}): point it at PostgreSQL itself, or follow docs/operations/upgrade.md, PgBouncer.`;

/** The answer of a pooler to an unknown startup parameter. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Refuses a pooler that gives each transaction any session, so that another connection would get its locks and settings. Detected
 * by two connections that share a session, or one that changes its session.
 * @throws StartupError
 */
export async function refuseTransactionPooler(pool: pg.Pool): Promise<void> {
  const one = await pool.connect();
  const other = await pool.connect();
  try {
    const first = await sessionOf(one);
    await other.query('begin').catch((error: unknown) => {
      // With one session per statement, a transaction cannot begin.
      throw new StartupError(POOLER_MESSAGE, { cause: error });
    });
    const second = await sessionOf(other);
    const repeated = await sessionOf(one);
    if (first === second || first !== repeated) throw new StartupError(POOLER_MESSAGE);
  } finally {
    one.release();
    other.release(true);
  }
}

async function sessionOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/**
 * Requires that the time limits are in force: without them one gateway that hangs in a transaction blocks all others.
 * @param limits in milliseconds, as the pool's connections set them
 * @throws StartupError
 */
export async function requireTimeLimits(
  pool: pg.Pool,
  limits: Readonly<Record<string, number>>,
): Promise<void> {
  const names = Object.keys(limits);
  try {
    const { rows } = await pool.query<{ name: string; ms: number }>(
      'select name, setting::int as ms from pg_settings where name = any($1)',
      [names],
    );
    const lost = rows.filter(({ name, ms }) => ms !== limits[name]).map(({ name }) => name);
    if (lost.length > 0) throw new StartupError(lostLimitsMessage(lost.join(', ')));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== PROTOCOL_VIOLATION) throw error;
    throw new StartupError(lostLimitsMessage(error.message), { cause: error });
  }
}
