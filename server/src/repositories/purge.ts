import { sql } from 'kysely';
import { runEach } from '../domain/run-each.ts';
import { createAdaptiveBatches, type SkipRow } from './adaptive-batches.ts';
import {
  deleteActivities,
  deleteReplies,
  executeDelete,
  selectUuids,
  withDeletionLock,
} from './delete-activities.ts';
import { deleteEndedMutes } from './mutes.ts';
import { deleteOldPushes } from './push.ts';
import type { Db } from './tables.ts';

/** Deleted cruds whose replies or marks are deleted in one batch. */
const CRUDS_PER_BATCH = 100;
/** More rows that cannot be deleted mean that the store fails, not a row. */
const SKIPPED_MAX = 20;

export interface PurgeOptions {
  /** Called between two batches; false ends the run. */
  shouldContinue?: (() => Promise<boolean>) | undefined;
  /** Called with the rows of each batch. */
  onBatch?: ((rows: number) => void) | undefined;
}

/**
 * Deletes expired messages, cruds and replies, then the replies of deleted cruds, because they have texts, mutes that have ended, old notifications by push, and last the marks, of which one
 * crud may have a million. A row that cannot be deleted does not prevent the deletion of others.
 * @returns the number of deleted messages, cruds and replies
 * @throws the first failure, at the end
 */
export async function purgeExpired(db: Db, now: Date, options: PurgeOptions = {}): Promise<number> {
  let removed = 0;
  await runEach([
    async () => void (removed += await deleteExpiredMessages(db, now, options)),
    async () => void (removed += await deleteExpired(db, now, options)),
    async () => void (removed += await purgeReplies(db, options)),
    () => createAdaptiveBatches(options).run((size) => purgeMutes(db, now, size)),
    () => createAdaptiveBatches(options).run((size) => purgePushes(db, now, size)),
    () => createAdaptiveBatches(options).run((size) => purgeMarks(db, size)),
  ]);
  return removed;
}

/** Waits for no lock: an erasure deletes messages in another order. What it skips is deleted by the next run. */
function deleteExpiredMessages(db: Db, now: Date, options: PurgeOptions): Promise<number> {
  return createAdaptiveBatches(options).run(async (size) => {
    const done = await executeDelete(
      db,
      sql`delete from messages where uuid in (
        select uuid from messages where expires_at <= ${now} order by expires_at limit ${size} for update skip locked)`,
    );
    return { done, more: done === size };
  });
}

async function purgeMutes(db: Db, now: Date, size: number): Promise<{ done: number; more: boolean }> {
  const done = await executeDelete(db, deleteEndedMutes(now, size));
  return { done, more: done === size };
}

async function purgePushes(db: Db, now: Date, size: number): Promise<{ done: number; more: boolean }> {
  const done = await deleteOldPushes(db, now, size);
  return { done: Math.max(...done), more: done.includes(size) };
}

async function deleteExpired(db: Db, now: Date, options: PurgeOptions): Promise<number> {
  const failing = createFailingRows();
  const removed = await createAdaptiveBatches(options).run(
    (size) =>
      withDeletionLock(db, async (trx) => {
        const expired = await selectUuids(
          trx,
          sql`select uuid from activities where expires_at <= ${now} and uuid <> all(${failing.uuids}::uuid[])
            order by expires_at limit ${size}`,
        );
        failing.noteChosen(expired);
        const deleted = await deleteActivities(trx, expired);
        return { done: deleted.length, more: expired.length === size };
      }),
    failing.skipRow,
  );
  failing.throwFirst();
  return removed;
}

/**
 * Deletes the replies of deleted cruds.
 * @returns the number of deleted replies
 * @throws the first failure, once all others are deleted
 */
export async function purgeReplies(db: Db, options: PurgeOptions = {}): Promise<number> {
  const failing = createFailingRows();
  const unfinished: string[] = [];
  const removed = await createAdaptiveBatches(options).run(
    (size) =>
      withDeletionLock(db, async (trx) => {
        failing.noteChosen([]);
        const parents = await readPurgeQueue(trx, { repliesGone: false, except: unfinished });
        const deletion = { parents, most: size, except: failing.uuids, onChosen: failing.noteChosen };
        const { length: done } = await deleteReplies(trx, deletion);
        if (done < size) {
          const finished = new Set(await markRepliesGone(trx, parents));
          unfinished.push(...parents.filter((uuid) => !finished.has(uuid)));
        }
        return { done, more: parents.length > 0 };
      }),
    failing.skipRow,
  );
  failing.throwFirst();
  return removed;
}

/** @returns the deleted cruds that have no replies left */
async function markRepliesGone(trx: Db, activities: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ activity: string }>`
    update purge_queue q set replies_gone = true where q.activity = any(${[...activities]}::uuid[])
      and not exists (select from activities r where r.reply_to = q.activity)
    returning q.activity`.execute(trx);
  return rows.map(({ activity }) => activity);
}

const MARKS = ['notifications', 'likes', 'reposts'] as const;

/** Each statement commits separately, so that no lock is held while it waits for a concurrent removal of marks. */
async function purgeMarks(db: Db, size: number): Promise<{ done: number; more: boolean }> {
  const activities = await readPurgeQueue(db, { repliesGone: true });
  let done = 0;
  for (const name of MARKS) {
    const marks = sql.table(name);
    done += await executeDelete(
      db,
      sql`delete from ${marks} where ctid = any(array(
        select ctid from ${marks} where activity = any(${activities}::uuid[]) limit ${size - done}))`,
    );
  }
  if (done < size) await sql`delete from purge_queue where activity = any(${activities}::uuid[])`.execute(db);
  return { done, more: activities.length > 0 };
}

async function readPurgeQueue(
  db: Db,
  { repliesGone, except = [] }: { repliesGone: boolean; except?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ activity: string }>`
    select activity from purge_queue where ${repliesGone ? sql`replies_gone` : sql`not replies_gone`}
      and activity <> all(${[...except]}::uuid[])
    limit ${CRUDS_PER_BATCH}`.execute(db);
  return rows.map(({ activity }) => activity);
}

/** Rows that cannot be deleted, found by batches of one row. */
interface FailingRows {
  uuids: string[];
  /** Called with the rows that a batch is about to delete. */
  noteChosen: (uuids: readonly string[]) => void;
  skipRow: SkipRow;
  /** @throws the failure of the first row, if any */
  throwFirst(): void;
}

function createFailingRows(): FailingRows {
  const uuids: string[] = [];
  const failures: unknown[] = [];
  let chosen: readonly string[] = [];
  return {
    uuids,
    noteChosen: (next) => void (chosen = next),
    skipRow(failure) {
      const [uuid] = chosen;
      // The batch failed before it chose a row, or too many rows fail.
      if (uuid === undefined || uuids.length === SKIPPED_MAX) return false;
      uuids.push(uuid);
      failures.push(failure);
      chosen = [];
      return true;
    },
    throwFirst() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
