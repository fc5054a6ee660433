import { sql, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** Deletions of activities go one by one: two that share replies or lines of the log would wait for each other in a ring. */
export async function lockDeletions(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('burn', 0))`.execute(trx);
}

/** A transaction that deletes activities or lines of the log, one at a time. */
export function withDeletionLock<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockDeletions(trx);
    return work(trx);
  });
}

/**
 * Deletes activities with their text, hashtags and lines in the log, under `lockDeletions`. A trigger queues what they leave
 * behind for the purge.
 * @returns the uuids that are gone
 */
export async function deleteActivities(trx: Db, uuids: readonly string[]): Promise<string[]> {
  // Ordered, because a shared commit may count marks on several of them.
  const { rows } = await sql<{ uuid: string }>`
    delete from activities where uuid in (
      select uuid from activities where uuid = any(${[...uuids]}::uuid[]) order by uuid for update
    ) returning uuid`.execute(trx);
  return rows.map(({ uuid }) => uuid);
}

/** @param query selects a column `uuid` */
export async function selectUuids(trx: Db, query: RawBuilder<{ uuid: string }>): Promise<string[]> {
  return (await query.execute(trx)).rows.map(({ uuid }) => uuid);
}

export interface ReplyDeletion {
  parents: readonly string[];
  /** How many replies are deleted at most. */
  most: number;
  /** Replies that stay. */
  except?: readonly string[];
  /** Called with the replies that are deleted next. */
  onChosen?: (uuids: readonly string[]) => void;
}

/** Deletes replies to activities that are gone, and replies to those, nearest first. @returns how many */
export async function deleteReplies(trx: Db, deletion: ReplyDeletion): Promise<number> {
  const { parents, most, except = [], onChosen } = deletion;
  let level = parents;
  let count = 0;
  while (level.length > 0 && count < most) {
    const replies = await selectUuids(
      trx,
      sql`select uuid from activities where reply_to = any(${[...level]}::uuid[])
        and uuid <> all(${[...except]}::uuid[]) limit ${most - count}`,
    );
    onChosen?.(replies);
    level = replies.length === 0 ? [] : await deleteActivities(trx, replies);
    count += level.length;
  }
  return count;
}

/** @returns how many rows a statement deleted */
export async function executeDelete(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
}
