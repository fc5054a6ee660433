import { sql } from 'kysely';
import { ORIGIN, sameCursor, type Cursor } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Envelope, LogEntry, StreamId } from '../domain/events.ts';
import type { StreamLog } from '../domain/ports.ts';
import { buildEvents, type LogLine } from './bodies.ts';
import type { Db } from './tables.ts';

interface StretchRow {
  head: number;
  head_tag: string;
  tail: number;
  /** The tag that the log has at the cursor, if it still has that line. */
  tag_there: string | null;
  seq: number | null;
  tag: string;
  kind: string;
  ref: string | null;
  at: Date;
}

export function createStreamLog(db: Db, clock: Clock): StreamLog {
  return {
    async heads(streams) {
      const found = await db
        .selectFrom('streams')
        .select(['id', 'head', 'head_tag'])
        .where('id', 'in', streams)
        .execute();
      const heads = new Map(found.map((row) => [row.id, { seq: row.head, tag: row.head_tag }]));
      return new Map(streams.map((stream) => [stream, heads.get(stream) ?? ORIGIN]));
    },

    async read(stream, after, limit) {
      const { rows } = await sql<StretchRow>`
        select s.head, s.head_tag, s.tail, there.tag as tag_there, l.seq, l.tag, l.kind, l.ref, l.at
        from streams s
        left join log there on there.stream = s.id and there.seq = ${after.seq}
        left join lateral (
          select * from log where stream = s.id and seq > ${after.seq} order by seq limit ${limit}
        ) l on true
        where s.id = ${stream} order by l.seq`.execute(db);
      const first = rows[0];
      if (!first)
        return sameCursor(after, ORIGIN)
          ? { events: [], head: ORIGIN, more: false }
          : { reset: true, head: ORIGIN };
      const head: Cursor = { seq: first.head, tag: first.head_tag };
      if (!stillThere(after, first)) return { reset: true, head };
      const lines = rows.flatMap(({ seq, ...line }) => (seq === null ? [] : [{ stream, ...line, seq }]));
      const last = lines.at(-1)?.seq ?? after.seq;
      return { events: await buildEvents(db, lines, clock.now()), head, more: last < head.seq };
    },
  };
}

/** A cursor counts only while the log still has its tag there: a restored store is noticed, not silently skipped. */
function stillThere(after: Cursor, row: StretchRow): boolean {
  if (after.seq === row.head) return after.tag === row.head_tag;
  if (after.seq === 0) return row.tail === 0 && after.tag === ORIGIN.tag;
  return after.tag === row.tag_there;
}

/** What a transaction has to say, and the operations it is said for. */
export interface Saying {
  entries: readonly LogEntry[];
  operations?: readonly OpRow[];
}

export interface OpRow {
  actor: string;
  op_id: string;
  fingerprint: string;
  ref: string;
}

type Appended = Omit<LogLine, 'at'> & { stream: StreamId; previous: string; place: number };

/**
 * Remembers operations and appends entries as the last act of a transaction, and reads their bodies under the streams'
 * locks.
 * @returns an envelope for each entry, in their order
 */
export async function appendEntries(
  trx: Db,
  { entries, operations = [] }: Saying,
  now: Date,
): Promise<Envelope[]> {
  if (entries.length === 0 && operations.length === 0) return [];
  // The lateral reference makes the operations come first: what they may have to wait for is not waited for under the locks.
  const { rows } = await sql<Appended>`
    with remembered as (
      insert into op (actor, op_id, fingerprint, ref, at)
      select o.actor, o.op_id, o.fingerprint, o.ref, ${now}
      from jsonb_to_recordset(${JSON.stringify(operations)}::jsonb)
        as o (actor uuid, op_id text, fingerprint text, ref text)
      returning op_id
    )
    select appended.* from (select count(*) as done from remembered) first
    cross join lateral append(${JSON.stringify(entries)}::jsonb, case when first.done >= 0 then ${now}::timestamptz end)
      as appended
    order by appended.place`.execute(trx);
  const events = await buildEvents(
    trx,
    rows.map((row) => ({ ...row, at: now })),
    now,
  );
  return rows.flatMap(({ stream, previous }, index) => {
    const event = events[index];
    return event ? [{ stream, previous, event }] : [];
  });
}
