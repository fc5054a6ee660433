import { sql, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** Serialises deletions of activities: two that share replies or lines of the log could deadlock. */
export async function lockDeletions(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('burn', 0))`.execute(trx);
}

/** Runs a transaction that deletes activities or lines of the log; one at a time. */
export function withDeletionLock<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockDeletions(trx);
    return work(trx);
  });
}

/** A statement on the embedded store holds the whole program. */
const ROWS_PER_STATEMENT = 100;

/** A deleted crud, with what names the people who were notified of it. */
export interface DeletedActivity {
  uuid: string;
  author: string;
  message: string;
  reply_to: string | null;
}

/**
 * Deletes activities with their texts and hashtags and voids their lines in the log, under `lockDeletions`. A trigger queues their
 * replies and marks for the purge.
 * @returns what was deleted
 */
export async function deleteActivities(trx: Db, uuids: readonly string[]): Promise<DeletedActivity[]> {
  // Ordered, because a shared commit may count marks on several of them.
  const ordered = uuids.toSorted();
  const deleted: DeletedActivity[] = [];
  for (let from = 0; from < ordered.length; from += ROWS_PER_STATEMENT) {
    const { rows } = await sql<DeletedActivity>`
      delete from activities where uuid in (
        select uuid from activities
          where uuid = any(${ordered.slice(from, from + ROWS_PER_STATEMENT)}::uuid[]) order by uuid for update
      ) returning uuid, author, message, reply_to`.execute(trx);
    deleted.push(...rows);
  }
  return deleted;
}

/** @param query selects a column `uuid` */
export async function selectUuids(trx: Db, query: RawBuilder<{ uuid: string }>): Promise<string[]> {
  return (await query.execute(trx)).rows.map(({ uuid }) => uuid);
}

export interface ReplyDeletion {
  parents: readonly string[];
  /** The largest number of replies to delete. */
  most: number;
  /** Replies that are not deleted. */
  except?: readonly string[];
  /** Called with the replies that are deleted next. */
  onChosen?: (uuids: readonly string[]) => void;
}

/** Deletes replies to deleted activities, and replies to those, level by level. @returns the deleted replies */
export async function deleteReplies(trx: Db, deletion: ReplyDeletion): Promise<DeletedActivity[]> {
  const { parents, most, except = [], onChosen } = deletion;
  let level = parents;
  const deleted: DeletedActivity[] = [];
  while (level.length > 0 && deleted.length < most) {
    const replies = await selectUuids(
      trx,
      sql`select uuid from activities where reply_to = any(${[...level]}::uuid[])
        and uuid <> all(${[...except]}::uuid[]) limit ${most - deleted.length}`,
    );
    onChosen?.(replies);
    const next = replies.length === 0 ? [] : await deleteActivities(trx, replies);
    level = next.map(({ uuid }) => uuid);
    deleted.push(...next);
  }
  return deleted;
}

/** @returns the number of deleted rows */
export async function executeDelete(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
}
