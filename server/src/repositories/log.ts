import { sql, type RawBuilder } from 'kysely';
import { ORIGIN, isSameCursor, type Cursor } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { Envelope, LogEntry, StreamId } from '../domain/streams.ts';
import type { StreamLog } from '../domain/ports.ts';
import type { EventWindow } from '../domain/sync/visitor-events.ts';
import { buildEvents, type LogRow } from './event-bodies.ts';
import type { Db } from './tables.ts';

interface HeadRow {
  id: string;
  head: number;
  head_tag: string;
}

interface StreamPageRow {
  head: number;
  head_tag: string;
  tail: number;
  /** The tag of the log's line at the cursor, or null if there is none. */
  tag_there: string | null;
  seq: number | null;
  tag: string;
  kind: string;
  ref: string | null;
  at: Date;
}

export function createStreamLog(db: Db, clock: Clock): StreamLog {
  return {
    async readHeads(streams) {
      // One array: a parameter per stream would be another statement for each number of streams, and PostgreSQL takes 65,535.
      const { rows } = await sql<HeadRow>`
        select id, head, head_tag from streams where id = any(${[...streams]}::text[])`.execute(db);
      const heads = new Map(rows.map((row) => [row.id, { seq: row.head, tag: row.head_tag }]));
      return new Map(streams.map((stream) => [stream, heads.get(stream) ?? ORIGIN]));
    },

    async readPage(stream, after, limit) {
      const { rows } = await sql<StreamPageRow>`
        select s.head, s.head_tag, s.tail, there.tag as tag_there, l.seq, l.tag, l.kind, l.ref, l.at
        from streams s
        left join log there on there.stream = s.id and there.seq = ${after.seq}
        left join lateral (
          select * from log where stream = s.id and seq > ${after.seq} order by seq limit ${limit}
        ) l on true
        where s.id = ${stream} order by l.seq`.execute(db);
      const first = rows[0];
      if (!first)
        return isSameCursor(after, ORIGIN)
          ? { events: [], head: ORIGIN, more: false }
          : { reset: true, head: ORIGIN };
      const head: Cursor = { seq: first.head, tag: first.head_tag };
      if (!isInLog(after, first)) return { reset: true, head };
      const lines = rows.flatMap(({ seq, ...line }) => (seq === null ? [] : [{ stream, ...line, seq }]));
      const last = lines.at(-1)?.seq ?? after.seq;
      return { events: await buildEvents(db, lines, clock.now()), head, more: last < head.seq };
    },
  };
}

/** The newest events of a stream, at most `count`. */
export async function readRecent(
  db: Db,
  { stream, count }: { stream: StreamId; count: number },
  now: Date,
): Promise<EventWindow> {
  const { rows } = await sql<Omit<StreamPageRow, 'tag_there'>>`
    select s.head, s.head_tag, s.tail, l.seq, l.tag, l.kind, l.ref, l.at
    from streams s left join log l on l.stream = s.id and l.seq >= s.head - ${count}::bigint
    where s.id = ${stream} order by l.seq`.execute(db);
  const first = rows[0];
  if (!first) return { from: ORIGIN, events: [], head: ORIGIN };
  const head: Cursor = { seq: first.head, tag: first.head_tag };
  const lines = rows.flatMap(({ seq, ...line }) => (seq === null ? [] : [{ stream, ...line, seq }]));
  const isWhole = first.tail === 0 && lines.length <= count;
  // The line before the first event gives the cursor before it.
  const from = isWhole ? ORIGIN : (lines.shift() ?? head);
  const events = await buildEvents(db, lines, now);
  return { from: { seq: from.seq, tag: from.tag }, events, head };
}

/** A cursor is valid only if the log has its tag at that seq, which detects a restored store. */
function isInLog(after: Cursor, row: StreamPageRow): boolean {
  if (after.seq === row.head) return after.tag === row.head_tag;
  if (after.seq === 0) return row.tail === 0 && after.tag === ORIGIN.tag;
  return after.tag === row.tag_there;
}

type Appended = Omit<LogRow, 'at'> & { stream: StreamId; previous: string };

/** A row with a value for a person who is not suspended. The lock makes a change that began before a suspension wait for it. */
const ifUnsuspended = (sub: string, value: RawBuilder<unknown>) =>
  sql`select ${value} from people where sub = ${sub} and not suspended for key share`;

/**
 * Appends entries as the last statement of a transaction, and reads the bodies under the streams' locks. The same statement refuses the
 * change of a suspended actor, also without entries.
 * @param actor the person who makes the change, if its suspension refuses it
 * @returns an envelope for each entry, in their order
 * @throws Refusal account_suspended
 */
export async function appendEntries(
  trx: Db,
  entries: readonly LogEntry[],
  { now, actor = null }: { now: Date; actor?: string | null },
): Promise<Envelope[]> {
  if (entries.length === 0) {
    const isAllowed = actor === null || (await ifUnsuspended(actor, sql`true`).execute(trx)).rows.length > 0;
    if (!isAllowed) throw new Refusal('account_suspended');
    return [];
  }
  const list = sql`${JSON.stringify(entries)}::jsonb`;
  // Null for a suspended actor: then nothing is appended.
  const allowed = actor === null ? list : sql`(${ifUnsuspended(actor, list)})`;
  const { rows } = await sql<Appended>`
    select stream, previous, seq, tag, kind, ref from append(${allowed}, ${now}::timestamptz)
    order by entry_index`.execute(trx);
  if (rows.length === 0) throw new Refusal('account_suspended');
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
