import { sql } from 'kysely';
import type { Cursor } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Revocation, RevocationLog } from '../domain/ports.ts';
import { createRevocationWriter } from './revocation-writer.ts';
import type { Db } from './tables.ts';

/** About 58,000 revocations of 80 bytes: fast enough for the statement timeout on a busy machine. */
const PAGE_BLOCKS = 600;
/** Revocations read from the log in one statement. */
const PAGE_OF_LOG = 5000;
/** A reader that is further behind reloads all revocations in packed form, which is faster. */
const FAR_BEHIND = 20 * PAGE_OF_LOG;

export interface RevocationLogOptions {
  /** Separate connections for writes. */
  writeDb?: Db;
  /** Blocks of the table in one page. */
  pageBlocks?: number;
}

/** Revocations are a separate stream: its sequence has no gaps, so a reader never skips a late commit. */
export function createRevocationLog(
  db: Db,
  clock: Clock,
  { writeDb = db, pageBlocks = PAGE_BLOCKS }: RevocationLogOptions = {},
): RevocationLog {
  return {
    add: createRevocationWriter(writeDb, clock),

    readSince: (since, onPage) =>
      // One transaction, so that the table is not rewritten between two ranges of its blocks.
      db.transaction().execute(async (trx) => {
        // Before the rows, because concurrent commits then have a higher number.
        const head = await readHead(trx);
        const blocks = await countBlocks(trx);
        for (let from = 0; from < blocks; from += pageBlocks) {
          onPage(await packBlocks(trx, since, { from, to: from + pageBlocks }));
        }
        return head;
      }),

    readAfter: (cursor) => readAfter(db, cursor),
  };
}

async function readHead(db: Db): Promise<Cursor> {
  const { head, head_tag } = await db
    .selectFrom('streams')
    .select(['head', 'head_tag'])
    .where('id', '=', 'revocations')
    .executeTakeFirstOrThrow(() => new Error('The stream of revocations has no row.'));
  return { seq: head, tag: head_tag };
}

async function countBlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size('revocations') / current_setting('block_size')::int)::int as blocks`.execute(db);
  return rows[0]?.blocks ?? 0;
}

/**
 * The store hashes and packs the rows: as text, a million rows take three times as long. Ranges of blocks are read in the order of
 * the disk; an index would need one look-up per row.
 */
async function packBlocks(db: Db, since: Date, { from, to }: { from: number; to: number }): Promise<Buffer> {
  const key = (text: ReturnType<typeof sql>) => sql`substr(sha256(convert_to(${text}, 'UTF8')), 1, 8)`;
  // int8send returns eight bytes; the lower four are an unsigned 32-bit number.
  const lower = (number: ReturnType<typeof sql>) => sql`substr(int8send(${number}), 5)`;
  const at = lower(sql`floor(date_part('epoch', at))::int8`);
  const { rows } = await sql<{ packed: Uint8Array | null }>`
    select string_agg(
      ${key(sql`sub::text || ' ' || origin_jti`)} || '\\xffffffff'::bytea || ${at} ||
      case when all_before is null then ''::bytea else ${key(sql`sub::text`)} || ${lower(sql`all_before`)} || ${at} end,
      ''::bytea
    ) as packed
    from revocations
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid and at > ${since}`.execute(db);
  return Buffer.from(rows[0]?.packed ?? []);
}

interface RevocationRow {
  head: number;
  head_tag: string;
  can_go_on: boolean;
  id: string | null;
  sub: string;
  originJti: string;
  allBefore: number | null;
  at: Date;
  seq: number;
  tag: string;
}

async function readAfter(db: Db, { seq, tag }: Cursor): ReturnType<RevocationLog['readAfter']> {
  const { rows } = await sql<RevocationRow>`
    select stream.head, stream.head_tag, stream.can_go_on, fresh.*
    from (
      select s.head, s.head_tag, s.head - ${seq} <= ${FAR_BEHIND} and (
        (s.head = ${seq} and s.head_tag = ${tag}) or exists (
          select from log l where l.stream = s.id and l.seq = ${seq} and l.tag = ${tag}
        )
      ) as can_go_on
      from streams s where s.id = 'revocations'
    ) stream
    left join lateral (
      select r.uuid as id, r.sub, r.origin_jti as "originJti", r.all_before as "allBefore", r.at, l.seq, l.tag
      from log l join revocations r on r.uuid = l.ref::uuid
      where l.stream = 'revocations' and l.seq > ${seq} and stream.can_go_on
      order by l.seq limit ${PAGE_OF_LOG}
    ) fresh on true
    order by fresh.seq`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('The stream of revocations has no row.');
  if (!first.can_go_on) return null;
  const revocations = rows.flatMap(({ id, sub, originJti, allBefore, at }): Revocation[] =>
    id === null ? [] : [{ id, sub, originJti, allBefore, at: at.getTime() }],
  );
  const last = rows.at(-1);
  const more = revocations.length === PAGE_OF_LOG;
  const cursor = more && last ? { seq: last.seq, tag: last.tag } : { seq: first.head, tag: first.head_tag };
  return { revocations, cursor, more };
}
