import { sql, type RawBuilder } from 'kysely';
import { LOG_RETENTION_DAYS, OPERATION_RETENTION_DAYS } from '@cruddur/shared';
import { createAdaptiveBatches } from './adaptive-batches.ts';
import { lockDeletions, deleteActivities, deleteReplies } from './delete-activities.ts';
import type { Db } from './tables.ts';

const DAY_MS = 86_400_000;
/** So many deleted cruds are cleaned up together. */
const CRUDS_PER_BATCH = 100;
/** For so long the page of a burned crud says that there was one. */
const BURNED_RETENTION_DAYS = 365;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export interface PurgeOptions {
  /** Called between two batches; false ends the purge, for another gateway or the next turn. */
  shouldContinue?: (() => Promise<boolean>) | undefined;
  /** Called with the rows of each batch. */
  onBatch?: ((rows: number) => void) | undefined;
}

/**
 * Deletes expired cruds and replies, then what deleted ones have left: replies first, because they have texts, and last
 * the marks, of which one crud may have a million.
 * @returns how many cruds and replies are gone
 */
export async function purgeExpired(db: Db, now: Date, options: PurgeOptions = {}): Promise<number> {
  const expired = await createAdaptiveBatches(options).run((size) =>
    withDeletionLock(db, async (trx) => {
      const gone = await deleteActivities(
        trx,
        sql`select uuid from activities where expires_at <= ${now} order by expires_at limit ${size}`,
      );
      return { done: gone.length, more: gone.length === size };
    }),
  );
  const replies = await purgeReplies(db, options);
  await createAdaptiveBatches(options).run((size) => purgeMarks(db, size));
  return expired + replies;
}

/** Deletes the replies that deleted cruds have left. @returns how many */
export function purgeReplies(db: Db, options: PurgeOptions = {}): Promise<number> {
  return createAdaptiveBatches(options).run((size) =>
    withDeletionLock(db, async (trx) => {
      const parents = await readPurgeQueue(trx, false);
      const done = await deleteReplies(trx, parents, size);
      if (done < size) {
        await sql`update purge_queue set replies_gone = true where activity = any(${parents}::uuid[])`.execute(
          trx,
        );
      }
      return { done, more: parents.length > 0 };
    }),
  );
}

const MARKS = ['notifications', 'likes', 'reposts'] as const;

/** Each statement commits by itself: whoever takes marks back at the same time is never waited for with locks held. */
async function purgeMarks(db: Db, size: number): Promise<{ done: number; more: boolean }> {
  const activities = await readPurgeQueue(db, true);
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

async function readPurgeQueue(db: Db, repliesGone: boolean): Promise<string[]> {
  const { rows } = await sql<{ activity: string }>`
    select activity from purge_queue where ${repliesGone ? sql`replies_gone` : sql`not replies_gone`}
    limit ${CRUDS_PER_BATCH}`.execute(db);
  return rows.map(({ activity }) => activity);
}

/** A transaction that deletes activities or lines of the log, one at a time. */
function withDeletionLock<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockDeletions(trx);
    return work(trx);
  });
}

/** Forgets what is too old to be asked for: lines of the log, operations, and that there was a crud. */
export async function trimLog(db: Db, now: Date, options: PurgeOptions = {}): Promise<void> {
  await trimStreams(
    db,
    sql`stream <> 'revocations' and at < ${daysBefore(now, LOG_RETENTION_DAYS)}`,
    options,
  );
  const operations = sql`at < ${daysBefore(now, OPERATION_RETENTION_DAYS)}`;
  await trimTable(db, { name: 'op', old: operations, ...options });
  const burned = sql`expired_at < ${daysBefore(now, BURNED_RETENTION_DAYS)}`;
  await trimTable(db, { name: 'burned', old: burned, ...options });
  // A day longer than the log, whose lines they belong to.
  const threads = sql`at < ${daysBefore(now, LOG_RETENTION_DAYS + 1)}`;
  await trimTable(db, { name: 'burned_threads', old: threads, ...options });
}

/** Removes revocations that no living token needs. @param keptMs how long after a revocation a token may live */
export async function deleteOldRevocations(db: Db, now: Date, keptMs: number): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  // Read along the stream: by time, the rows of every other stream would be read too.
  const { rows } = await sql<{ last: number }>`
    select coalesce(
      (select seq - 1 from log where stream = 'revocations' and at >= ${before} order by seq limit 1), head
    ) as last from streams where id = 'revocations'`.execute(db);
  const batches = createAdaptiveBatches({});
  for (const { last } of rows) {
    await batches.run((size) =>
      withDeletionLock(db, (trx) => trimStream(trx, { stream: 'revocations', last, size })),
    );
  }
  await trimTable(db, { name: 'revocations', old: sql`at < ${before}` });
}

/** Gives back the place of removed rows, texts included: an embedded store has nobody else who would. */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}

async function trimTable(
  db: Db,
  {
    name,
    old,
    ...options
  }: PurgeOptions & { name: 'op' | 'burned' | 'burned_threads' | 'revocations'; old: RawBuilder<unknown> },
): Promise<void> {
  const table = sql.table(name);
  await createAdaptiveBatches(options).run(async (size) => {
    const rows = sql`select ctid from ${table} where ${old} limit ${size}`;
    const done = await executeDelete(db, sql`delete from ${table} where ctid = any(array(${rows}))`);
    return { done, more: done === size };
  });
}

async function trimStreams(db: Db, old: RawBuilder<unknown>, options: PurgeOptions = {}): Promise<void> {
  const { rows } = await sql<{ stream: string; last: number }>`
    select stream, max(seq) as last from log where ${old} group by stream`.execute(db);
  const batches = createAdaptiveBatches(options);
  // One stream at a time: who held several locks in an order of their own would deadlock with those who append.
  for (const { stream, last } of rows) {
    // A burning voids lines before it locks the stream, so without its turn the two would wait for each other in a ring.
    await batches.run((size) => withDeletionLock(db, (trx) => trimStream(trx, { stream, last, size })));
  }
}

/** A stream's tail moves in the same statement as its rows. */
async function trimStream(
  trx: Db,
  { stream, last, size }: { stream: string; last: number; size: number },
): Promise<{ done: number; more: boolean }> {
  const done = await executeDelete(
    trx,
    sql`
      with moved as (
        update streams set tail = least(${last}::bigint, tail + ${size}::bigint)
        where id = ${stream} and tail < ${last} returning tail
      )
      delete from log using moved where log.stream = ${stream} and log.seq <= moved.tail`,
  );
  return { done, more: done === size };
}

async function executeDelete(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
}
