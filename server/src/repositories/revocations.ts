import { sql } from 'kysely';
import type { Cursor } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { Revocation, RevocationLog } from '../domain/ports.ts';
import { createRevocationWriter } from './revocation-writer.ts';
import type { Db } from './tables.ts';

/** About 58,000 revocations of 80 bytes: small enough for the statement time limit on a busy machine. */
const PAGE_BLOCKS = 600;
/** Revocations read from the log in one statement. */
const PAGE_OF_LOG = 5000;
/** A reader that is further behind loads all of them again, packed, which is faster. */
const FAR_BEHIND = 20 * PAGE_OF_LOG;

export interface RevocationLogOptions {
  /** The connections of the writes, when they are not those of the reads. */
  writeDb?: Db;
  /** Blocks of the table in one page. */
  pageBlocks?: number;
}

/** Revocations are a stream of their own: dense numbers, so a late commit is never skipped. */
export function createRevocationLog(
  db: Db,
  clock: Clock,
  { writeDb = db, pageBlocks = PAGE_BLOCKS }: RevocationLogOptions = {},
): RevocationLog {
  return {
    add: createRevocationWriter(writeDb, clock),

    readSince: (since, take) =>
      // One transaction, so that nothing rewrites the table between two ranges of its blocks.
      db.transaction().execute(async (trx) => {
        // Before the rows: whatever commits meanwhile has a higher number.
        const place = await readHead(trx);
        const blocks = await countBlocks(trx);
        for (let from = 0; from < blocks; from += pageBlocks) {
          take(await packBlocks(trx, since, { from, to: from + pageBlocks }));
        }
        return place;
      }),

    readAfter: (place) => readAfter(db, place),
  };
}

async function readHead(db: Db): Promise<Cursor> {
  const { head, head_tag } = await db
    .selectFrom('streams')
    .select(['head', 'head_tag'])
    .where('id', '=', 'revocations')
    .executeTakeFirstOrThrow(() => new Error('the stream of revocations has no row'));
  return { seq: head, tag: head_tag };
}

async function countBlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size('revocations') / current_setting('block_size')::int)::int as blocks`.execute(db);
  return rows[0]?.blocks ?? 0;
}

/**
 * Hashed and packed by the store: as rows of text a million would take three times as long to arrive. Ranges of blocks are
 * read in the order of the disk; by an index, each row would be looked up by itself.
 */
async function packBlocks(db: Db, since: Date, { from, to }: { from: number; to: number }): Promise<Buffer> {
  const key = (text: ReturnType<typeof sql>) => sql`substr(sha256(convert_to(${text}, 'UTF8')), 1, 8)`;
  // int8send has eight bytes; the lower four are an unsigned 32-bit number.
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
    select place.head, place.head_tag, place.can_go_on, fresh.*
    from (
      select s.head, s.head_tag, s.head - ${seq} <= ${FAR_BEHIND} and (
        (s.head = ${seq} and s.head_tag = ${tag}) or exists (
          select from log l where l.stream = s.id and l.seq = ${seq} and l.tag = ${tag}
        )
      ) as can_go_on
      from streams s where s.id = 'revocations'
    ) place
    left join lateral (
      select r.uuid as id, r.sub, r.origin_jti as "originJti", r.all_before as "allBefore", r.at, l.seq, l.tag
      from log l join revocations r on r.uuid = l.ref::uuid
      where l.stream = 'revocations' and l.seq > ${seq} and place.can_go_on
      order by l.seq limit ${PAGE_OF_LOG}
    ) fresh on true
    order by fresh.seq`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('the stream of revocations has no row');
  if (!first.can_go_on) return null;
  const revocations = rows.flatMap(({ id, sub, originJti, allBefore, at }): Revocation[] =>
    id === null ? [] : [{ id, sub, originJti, allBefore, at: at.getTime() }],
  );
  const last = rows.at(-1);
  const more = revocations.length === PAGE_OF_LOG;
  const place = more && last ? { seq: last.seq, tag: last.tag } : { seq: first.head, tag: first.head_tag };
  return { revocations, cursor: place, more };
}
