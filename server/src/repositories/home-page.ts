import { sql } from 'kysely';
import type { EncodedPage } from '../domain/activities/ports.ts';
import { cutPage, type View } from '../domain/paging.ts';
import { isUnexpiredAt, REPLIES_COUNT } from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import { type Heads, keysetBefore, requireHeads, rowsOfPage, streamOf, toCursors } from './snapshot.ts';
import type { Db } from './tables.ts';

interface HomeRow extends Heads {
  /** Null without cruds. */
  cruds: string | null;
  /** The uuids of the page that the viewer has liked or reposted; null without. */
  liked: string | null;
  reposted: string | null;
}

/** One lookup per crud: a single condition for all of them may be planned as a read of all marks of the viewer. */
const markedUuids = (marks: 'likes' | 'reposts', viewer: string | null) => sql<string | null>`
  (select string_agg(page.uuid::text, ' ') from page
  where (select true from ${sql.table(marks)} m where m.activity = page.uuid and m.person = ${viewer}::uuid limit 1))`;

/**
 * Reads a page of the home feed as JSON, in one statement with the heads: reading a thousand columns one by one costs Node more
 * than the store needs for the page.
 */
export async function readHomePage(db: Db, view: View): Promise<EncodedPage> {
  const { rows } = await sql<HomeRow>`
    with page as materialized (
      select a.pos, a.uuid, p.handle, p.display_name, p.sub as cognito_user_uuid, p.avatar_version, a.message,
        a.created_at at time zone 'UTC' as created_at, a.expires_at at time zone 'UTC' as expires_at,
        ${REPLIES_COUNT} as replies_count, a.reposts_count, a.likes_count, a.reply_to as reply_to_activity_uuid
      from activities a join people p on p.sub = a.author
      where a.reply_to is null and not p.suspended and ${isUnexpiredAt(view.now)}
        and ${isVisibleTo(view.viewer, sql`a.author`)} and ${keysetBefore(view.before, sql`a.pos`, sql`a.uuid`)}
      order by a.pos desc limit ${rowsOfPage(view.limit)}
    )
    select p.head as public_seq, p.head_tag as public_tag, m.head as me_seq, m.head_tag as me_tag,
      (select json_agg(page order by page.pos desc)::text from page) as cruds,
      ${markedUuids('likes', view.viewer)} as liked, ${markedUuids('reposts', view.viewer)} as reposted
    from streams p left join streams m on m.id = ${streamOf(view.viewer)} where p.id = 'public'`.execute(db);
  const row = requireHeads(rows[0]);
  const page = cutPage(splitRows(row.cruds), view.limit);
  const cruds = page.rows.map(({ uuid, fields }) => {
    const marks = `"liked":${row.liked?.includes(uuid) ?? false},"reposted":${row.reposted?.includes(uuid) ?? false}`;
    return `{${withIsoTimes(fields)},${marks}}`;
  });
  return { encoded: `[${cruds.join(',')}]`, cursors: toCursors(row), next: page.next };
}

const POS = '{"pos":';
const UUID = ',"uuid":"';
const UUID_LENGTH = 36;

/** @param cruds the array of `json_agg`, which puts each element on a line; JSON itself has no line breaks */
function splitRows(cruds: string | null): { pos: number; uuid: string; fields: string }[] {
  if (cruds === null) return [];
  return cruds
    .slice('['.length, -']'.length)
    .split(', \n ')
    .map((json) => {
      const end = json.indexOf(UUID);
      const from = end + UUID.length;
      return {
        pos: Number(json.slice(POS.length, end)),
        uuid: json.slice(from, from + UUID_LENGTH),
        fields: json.slice(end + 1, -1),
      };
    });
}

/** PostgreSQL leaves out zeros at the end of a fraction. A text in JSON does not have the pattern, because its quotes are escaped. */
function withIsoTimes(fields: string): string {
  return fields.replace(/"(?:created_at|expires_at)":"[^"]+/g, (time) => {
    const [seconds = '', fraction = ''] = time.split('.');
    return `${seconds}.${fraction.padEnd(3, '0')}Z`;
  });
}
