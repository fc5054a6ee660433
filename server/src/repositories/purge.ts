import { sql, type RawBuilder } from 'kysely';
import { LOG_KEPT_DAYS, OPERATION_KEPT_DAYS } from '@cruddur/shared';
import { awaitBurns } from './activity-writes.ts';
import type { Db } from './tables.ts';

/** So much at a time is done long before the store's time limits, and holds nobody up. */
const BATCH = 1000;
const DAY_MS = 86_400_000;
/** For so long the page of a burned crud says that there was one. */
const BURNED_KEPT_DAYS = 365;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/**
 * Removes the rows of burned-out cruds; their lines in the log become void.
 * @param onMore called between two batches
 * @returns how many are gone
 */
export async function purgeExpired(db: Db, now: Date, onMore?: () => void): Promise<number> {
  return inBatches(
    () =>
      db.transaction().execute(async (trx) => {
        await awaitBurns(trx);
        // A reply expires with its parent and stands above it, so no crud goes before its replies.
        const { rows } = await sql`
          delete from activities where uuid in (
            select uuid from activities where expires_at <= ${now} order by expires_at, pos desc limit ${BATCH}
          ) returning uuid`.execute(trx);
        return rows.length;
      }),
    onMore,
  );
}

/** Forgets what is too old to be asked for: lines of the log, operations, and that there was a crud. */
export async function trimLog(db: Db, now: Date): Promise<void> {
  await trimStreams(db, sql`stream <> 'revocations' and at < ${daysBefore(now, LOG_KEPT_DAYS)}`);
  const operations = sql`select actor, op_id from op where at < ${daysBefore(now, OPERATION_KEPT_DAYS)} limit ${BATCH}`;
  await inBatches(() => deleted(db, sql`delete from op where (actor, op_id) in (${operations})`));
  const forgotten = sql`select uuid from burned where expired_at < ${daysBefore(now, BURNED_KEPT_DAYS)} limit ${BATCH}`;
  await inBatches(() => deleted(db, sql`delete from burned where uuid in (${forgotten})`));
}

/** Forgets the ends of sign-ins that have no tokens any more. @param signInMs how long after a sign-in there may be some */
export async function forgetRevocations(db: Db, now: Date, signInMs: number): Promise<void> {
  const before = new Date(now.getTime() - signInMs);
  await trimStreams(db, sql`stream = 'revocations' and at < ${before}`);
  const unsaid = sql`select uuid from revocations where at < ${before} limit ${BATCH}`;
  await inBatches(() => deleted(db, sql`delete from revocations where uuid in (${unsaid})`));
}

/** Gives back the place of removed rows, texts included: an embedded store has nobody else who would. */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}

async function trimStreams(db: Db, old: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ stream: string; last: number }>`
    select stream, max(seq) as last from log where ${old} group by stream`.execute(db);
  // One stream at a time: who held several locks in an order of their own would deadlock with those who append.
  for (const { stream, last } of rows) await trimStream(db, stream, last);
}

/** A stream's tail moves in the same statement as its rows. */
async function trimStream(db: Db, stream: string, last: number): Promise<void> {
  await inBatches(() =>
    db.transaction().execute(async (trx) => {
      // A burning voids lines before it locks the stream, so the two would wait for each other in a ring.
      await awaitBurns(trx);
      return deleted(
        trx,
        sql`
          with moved as (
            update streams set tail = least(${last}::bigint, tail + ${BATCH}::bigint)
            where id = ${stream} and tail < ${last} returning tail
          )
          delete from log using moved where log.stream = ${stream} and log.seq <= moved.tail`,
      );
    }),
  );
}

async function deleted(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Repeats until a round finds less than it could take. @returns how many it were */
async function inBatches(round: () => Promise<number>, onMore?: () => void): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await round();
    all += done;
    if (done < BATCH) return all;
    onMore?.();
  }
}
