import { sql } from 'kysely';
import { LOG_KEPT_DAYS, OPERATION_KEPT_DAYS } from '@cruddur/shared';
import type { Db } from './tables.ts';

/** Removes the rows of burned-out cruds; their lines in the log become void. @returns how many are gone */
export async function purgeExpired(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (delete from activities where expires_at <= ${now} returning uuid),
    voided as (
      update log set kind = 'void' where ref in (select uuid::text from gone)
        and kind in ('activity.created', 'reply.created')
    )
    select count(*) as gone from gone`.execute(db);
  return rows[0]?.gone ?? 0;
}

const DAY_MS = 86_400_000;

/** Forgets old lines of the log and old operations; a stream's tail moves in the same statement as its rows. */
export async function trimLog(db: Db, now: Date): Promise<void> {
  const logBefore = new Date(now.getTime() - LOG_KEPT_DAYS * DAY_MS);
  const opBefore = new Date(now.getTime() - OPERATION_KEPT_DAYS * DAY_MS);
  await sql`
    with tails as (
      select stream, max(seq) as tail from log where at < ${logBefore} and stream <> 'revocations' group by stream
    ), trimmed as (delete from log l using tails t where l.stream = t.stream and l.seq <= t.tail)
    update streams s set tail = t.tail from tails t where s.id = t.stream`.execute(db);
  await db.deleteFrom('op').where('at', '<', opBefore).execute();
}
