import { sql, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** Deletions of activities go one by one: two that share replies or lines of the log would wait for each other in a ring. */
export async function lockDeletions(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('burn', 0))`.execute(trx);
}

/**
 * Deletes activities with their text, hashtags and lines in the log, under `awaitBurns`. A trigger queues what they leave
 * behind for the purge.
 * @param which a query of uuids
 * @returns the uuids that are gone
 */
export async function deleteActivities(trx: Db, which: RawBuilder<unknown>): Promise<string[]> {
  // Ordered, because a shared commit may count marks on several of them.
  const { rows } = await sql<{ uuid: string }>`
    delete from activities where uuid in (
      select uuid from activities where uuid in (${which}) order by uuid for update
    ) returning uuid`.execute(trx);
  return rows.map(({ uuid }) => uuid);
}

/** Deletes replies to activities that are gone, and replies to those, nearest first. @returns how many */
export async function deleteReplies(trx: Db, parents: readonly string[], most: number): Promise<number> {
  let level = parents;
  let count = 0;
  while (level.length > 0 && count < most) {
    level = await deleteActivities(
      trx,
      sql`select uuid from activities where reply_to = any(${[...level]}::uuid[]) limit ${most - count}`,
    );
    count += level.length;
  }
  return count;
}
