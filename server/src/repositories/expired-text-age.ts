import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Deleted cruds that are checked; with more of them, the age is that of the oldest among these. */
const QUEUE_MAX = 1000;

/**
 * The age of the oldest text that should have been deleted, in seconds; 0 when there is none. These are expired cruds, replies and
 * messages, and replies whose crud was burned.
 */
export async function expiredTextAge(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ expired: Date | null; burned: number | null }>`
    select least(
        (select min(expires_at) from activities where expires_at <= ${now}),
        (select min(expires_at) from messages where expires_at <= ${now})
      ) as expired,
      (
        select date_part('epoch', clock_timestamp() - min(q.queued_at))
        from (select activity, queued_at from purge_queue where not replies_gone limit ${QUEUE_MAX}) q
        where exists (select from activities r where r.reply_to = q.activity)
      ) as burned`.execute(db);
  const { expired = null, burned = null } = rows[0] ?? {};
  const expiredSeconds = expired ? (now.getTime() - expired.getTime()) / 1000 : 0;
  return Math.max(expiredSeconds, burned ?? 0);
}
