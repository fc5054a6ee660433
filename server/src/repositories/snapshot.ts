import { sql, type RawBuilder } from 'kysely';
import { PAGE_SIZE, type StreamCursors } from '@cruddur/shared';
import { cutPage, type ListPosition } from '../domain/paging.ts';
import { userStream } from '../domain/streams.ts';
import type { Db } from './tables.ts';

/** Rows and the stream heads at the same time, read in one statement. */
export interface Snapshot<Row> {
  rows: Row[];
  cursors: StreamCursors;
}

export interface Heads {
  public_seq: number;
  public_tag: string;
  me_seq: number | null;
  me_tag: string | null;
}

/**
 * The number of rows of a page and one more. The usual size is part of the text, so that a prepared statement is planned for it;
 * all others share a text, because a connection has a limited number of prepared statements.
 */
export const rowsOfPage = (limit: number): RawBuilder<unknown> =>
  limit === PAGE_SIZE ? sql.lit(limit + 1) : sql`${limit + 1}::int`;

export const streamOf = (viewer: string | null) => (viewer === null ? null : userStream(viewer));

export function requireHeads<H extends Heads>(heads: H | undefined): H {
  if (!heads) throw new Error('The public stream has no row.');
  return heads;
}

export const toCursors = ({ public_seq, public_tag, me_seq, me_tag }: Heads): StreamCursors => ({
  public: { seq: public_seq, tag: public_tag },
  me: me_seq === null ? undefined : { seq: me_seq, tag: me_tag ?? '0' },
});

/**
 * Reads rows together with the heads of the public and the viewer's stream.
 * @param rows a query whose rows have `pos` and `uuid`, which order the result, highest first
 */
export async function readSnapshot<Row extends ListPosition>(
  db: Db,
  viewer: string | null,
  rows: RawBuilder<Row>,
): Promise<Snapshot<Row>> {
  const result = await sql<Heads & Row>`
    select p.head as public_seq, p.head_tag as public_tag, m.head as me_seq, m.head_tag as me_tag, page.*
    from streams p
    left join streams m on m.id = ${streamOf(viewer)}
    left join lateral (${rows}) page on true
    where p.id = 'public'
    order by page.pos desc, page.uuid desc`.execute(db);
  return {
    cursors: toCursors(requireHeads(result.rows[0])),
    rows: result.rows.filter((row) => (row.uuid as string | null) !== null),
  };
}

/** The same for one page of a list: the query must ask for `limit + 1` rows. */
export async function readPage<Row extends ListPosition>(
  db: Db,
  view: { viewer: string | null; limit: number },
  rows: RawBuilder<Row>,
): Promise<Snapshot<Row> & { next: string | undefined }> {
  const { rows: found, cursors } = await readSnapshot(db, view.viewer, rows);
  return { cursors, ...cutPage(found, view.limit) };
}

/**
 * The keyset condition: strictly after a position in descending order, or no condition without a position. Both columns must be of
 * the table whose index orders the list: over two tables each page would read all pages before it.
 */
export function keysetBefore(
  before: ListPosition | null,
  pos: RawBuilder<unknown>,
  uuid: RawBuilder<unknown>,
) {
  if (!before) return sql<boolean>`true`;
  return sql<boolean>`(${pos}, ${uuid}) < (${before.pos}::bigint, ${before.uuid}::uuid)`;
}
