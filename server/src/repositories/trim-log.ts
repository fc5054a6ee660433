import { sql, type RawBuilder } from 'kysely';
import { LOG_RETENTION_DAYS, OPERATION_RETENTION_DAYS } from '@cruddur/shared';
import { runEach } from '../domain/run-each.ts';
import { createAdaptiveBatches, type AdaptiveBatches } from './adaptive-batches.ts';
import { executeDelete, withDeletionLock } from './delete-activities.ts';
import type { PurgeOptions } from './purge.ts';
import type { Db } from './tables.ts';

const DAY_MS = 86_400_000;
/** How long the page of a deleted crud answers 410 instead of 404. */
const BURNED_RETENTION_DAYS = 365;
/** Streams that are checked in one statement. */
const STREAMS_PER_PAGE = 500;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/**
 * Deletes lines of the log, operations and records of deleted cruds after their retention. A failure in one table does not keep
 * the others from being trimmed.
 * @throws the first failure, at the end
 */
export async function trimLog(db: Db, now: Date, options: PurgeOptions = {}): Promise<void> {
  const trim = (name: TrimmedTable, old: RawBuilder<unknown>) => () => trimTable(db, { name, old }, options);
  await runEach([
    () => trimStreams(db, daysBefore(now, LOG_RETENTION_DAYS), options),
    trim('operations', sql`at < ${daysBefore(now, OPERATION_RETENTION_DAYS)}`),
    trim('burned', sql`expired_at < ${daysBefore(now, BURNED_RETENTION_DAYS)}`),
    // One day longer than the lines of the log that refer to them.
    trim('burned_threads', sql`at < ${daysBefore(now, LOG_RETENTION_DAYS + 1)}`),
  ]);
}

/** Deletes revocations that no unexpired token needs. @param keptMs the longest time for which a revoked token stays unexpired */
export async function deleteOldRevocations(db: Db, now: Date, keptMs: number): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await runEach([
    () => trimStream(db, createAdaptiveBatches(), { stream: 'revocations', before }),
    () => trimTable(db, { name: 'revocations', old: sql`at < ${before}` }, {}),
  ]);
}

type TrimmedTable = 'operations' | 'burned' | 'burned_threads' | 'revocations';

async function trimTable(
  db: Db,
  { name, old }: { name: TrimmedTable; old: RawBuilder<unknown> },
  options: PurgeOptions,
): Promise<void> {
  const table = sql.table(name);
  await createAdaptiveBatches(options).run(async (size) => {
    const rows = sql`select ctid from ${table} where ${old} limit ${size}`;
    const done = await executeDelete(db, sql`delete from ${table} where ctid = any(array(${rows}))`);
    return { done, more: done === size };
  });
}

/**
 * Iterates over the streams, because a scan of the log by time would read a month of revocations before the lines of this week.
 */
async function trimStreams(db: Db, before: Date, options: PurgeOptions): Promise<void> {
  let isStopped = false;
  const mayContinue = () => !isStopped;
  const shouldContinue = async () => {
    isStopped = !((await options.shouldContinue?.()) ?? true);
    return !isStopped;
  };
  const batches = createAdaptiveBatches({ ...options, shouldContinue });
  const failures: unknown[] = [];
  let last: string | undefined = '';
  while (last !== undefined && mayContinue()) {
    const page = await readStreamPage(db, last, before);
    const oldStreams = page.filter(({ is_old }) => is_old);
    for (const { id } of oldStreams) {
      if (!mayContinue()) break;
      await trimStream(db, batches, { stream: id, before }).catch((error: unknown) => failures.push(error));
    }
    last = page.at(-1)?.id;
    if (mayContinue()) await shouldContinue();
  }
  if (failures.length > 0) throw failures[0];
}

/** Streams in order of id, and whether the oldest line of each is too old. */
async function readStreamPage(
  db: Db,
  after: string,
  before: Date,
): Promise<{ id: string; is_old: boolean }[]> {
  const { rows } = await sql<{ id: string; is_old: boolean }>`
    select page.id, coalesce(oldest.at < ${before}, false) as is_old
    from (
      select id, tail from streams where id > ${after} and id <> 'revocations' order by id limit ${STREAMS_PER_PAGE}
    ) page
    left join lateral (
      select l.at from log l where l.stream = page.id and l.seq > page.tail order by l.seq limit 1
    ) oldest on true
    order by page.id`.execute(db);
  return rows;
}

/** One stream per transaction: several locked streams could deadlock with appends, which lock streams in another order. */
async function trimStream(
  db: Db,
  batches: AdaptiveBatches,
  { stream, before }: { stream: string; before: Date },
): Promise<void> {
  // A burn voids lines before it locks the stream, so without the deletion lock the two could deadlock.
  await batches.run((size) =>
    withDeletionLock(db, async (trx) => {
      const done = await deleteOldestLines(trx, { stream, before, size });
      return { done, more: done === size };
    }),
  );
}

/** Moves the stream's tail in the same statement. Deletes the lines before the first one that is not old. */
function deleteOldestLines(
  trx: Db,
  { stream, before, size }: { stream: string; before: Date; size: number },
): Promise<number> {
  return executeDelete(
    trx,
    sql`
      with oldest as (
        select l.seq, l.at < ${before} as is_old from log l
        where l.stream = ${stream} and l.seq > (select tail from streams where id = ${stream})
        order by l.seq limit ${size}
      ), new_tail as (
        select coalesce(min(seq) filter (where not is_old) - 1, max(seq)) as last from oldest
      ), stream_updates as (
        update streams set tail = new_tail.last from new_tail where id = ${stream} and tail < new_tail.last returning tail
      )
      delete from log using stream_updates where log.stream = ${stream} and log.seq <= stream_updates.tail`,
  );
}
