import type pg from 'pg';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { trimLog } from '../../../server/src/repositories/trim-log.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import type { StoreCosts } from './calibration.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

const EXPIRED = 20_000;
const YEAR_MS = 365 * 86_400_000;

/** Deletes the newest cruds as the purge does, then their log lines and operations. No gateway may purge meanwhile. */
export async function measureDeletion(
  databaseUrl: string,
  { pool, postgresCpu }: { pool: pg.Pool; postgresCpu: () => number },
): Promise<Pick<StoreCosts, 'purgeUs' | 'purgedPerSecond' | 'trimUs' | 'trimmedPerSecond'>> {
  // The newest were posted by the load, so they have log lines and operations.
  await pool.query(
    `update activities set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
    where uuid in (select uuid from activities where reply_to is null order by pos desc limit ${String(EXPIRED)})`,
  );
  await pool.query('vacuum analyze activities');
  const countLines = async () => {
    const { rows } = await pool.query<{ count: number }>(
      'select ((select count(*) from log) + (select count(*) from operations))::float8 as count',
    );
    return rows[0]?.count ?? 0;
  };
  const store = await openPostgres(databaseUrl, createLogger('none'));
  const measure = async (work: () => Promise<number>) => {
    const [before, startedAt] = [postgresCpu(), performance.now()];
    const deleted = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    return { us: ((postgresCpu() - before) * 1e6) / deleted, perSecond: deleted / seconds };
  };
  try {
    const purge = await measure(() => purgeExpired(store.db, new Date()));
    const lines = await countLines();
    const trim = await measure(async () => {
      await trimLog(store.db, new Date(Date.now() + YEAR_MS));
      return lines;
    });
    return {
      purgeUs: purge.us,
      purgedPerSecond: purge.perSecond,
      trimUs: trim.us,
      trimmedPerSecond: trim.perSecond,
    };
  } finally {
    await store.close();
  }
}
