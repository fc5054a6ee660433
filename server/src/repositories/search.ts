import { sql, type RawBuilder } from 'kysely';
import type { SearchReads } from '../domain/search/ports.ts';
import type { View } from '../domain/paging.ts';
import { activityColumns, isUnexpiredAt, toActivity, type ActivityRow } from './activity-rows.ts';
import { keysetBefore, readPage } from './snapshot.ts';
import type { Db } from './tables.ts';

/** The number of newest cruds that are scanned first, for frequent terms; only rare terms use the index. */
const NEWEST = 2000;

export function createSearchReads(db: Db): SearchReads {
  const matching = async (condition: RawBuilder<unknown>, view: View) => {
    const rows = view.limit + 1;
    const before = keysetBefore(view.before, sql`a.pos`, sql`a.uuid`);
    // Two plans, because the planner cannot know how frequent a term is: the index returns too many cruds for a frequent
    // term, and a scan reads all cruds for a rare one. `offset 0` stops the planner from turning the second into a scan.
    const page = await readPage(
      db,
      view,
      sql<ActivityRow>`
        with newest as materialized (
          select a.uuid, a.pos from (
            select a.uuid, a.pos, a.words, a.address_words, a.expires_at from activities a
            where a.pos is not null and ${before} order by a.pos desc limit ${NEWEST}
          ) a where ${condition} and ${isUnexpiredAt(view.now)} order by a.pos desc limit ${rows}
        ), indexed as materialized (
          select i.uuid, i.pos from (
            select a.uuid, a.pos from activities a
            where (select count(*) from newest) < ${rows} and ${condition} and ${isUnexpiredAt(view.now)} and a.pos is not null and ${before}
            offset 0
          ) i order by i.pos desc limit ${rows}
        ), found as (select uuid from newest union select uuid from indexed)
        select ${activityColumns(view.viewer)}, a.pos as place
        from found join activities a on a.uuid = found.uuid join people p on p.sub = a.author
        order by a.pos desc limit ${rows}`,
    );
    return { data: page.rows.map(toActivity), cursors: page.cursors, next: page.next };
  };

  return {
    searchActivities: (words, view) => {
      if (words.length === 0) return matching(sql`false`, view);
      const quoted = words.map((word) => `'${word.replace(/['\\]/g, ' ')}'`).join(' & ');
      // A subquery, because a prepared statement would parse the terms again for each row.
      const terms = sql`(select to_tsquery('simple', ${`${quoted}:*`}))`;
      return matching(sql`(a.words @@ ${terms} or a.address_words @@ ${terms})`, view);
    },
    async findByHashtag(hashtag, view) {
      const rows = sql.lit(view.limit + 1);
      const tagged = sql`from hashtags h join activities a on a.uuid = h.activity
        where h.hashtag = ${hashtag.toLowerCase()} and ${isUnexpiredAt(view.now)}`;
      // The index has the newest cruds of a hashtag in order; rows without a position are few.
      const page = await readPage(
        db,
        view,
        sql<ActivityRow>`
          select ${activityColumns(view.viewer)}, a.pos as place from (
            (select h.activity, h.pos ${tagged} and h.pos is not null
              and ${keysetBefore(view.before, sql`h.pos`, sql`h.activity`)} order by h.pos desc limit ${rows})
            union all
            (select h.activity, a.pos ${tagged} and h.pos is null and a.pos is not null
              and ${keysetBefore(view.before, sql`a.pos`, sql`a.uuid`)} order by a.pos desc limit ${rows})
          ) found join activities a on a.uuid = found.activity join people p on p.sub = a.author
          order by found.pos desc limit ${rows}`,
      );
      return { data: page.rows.map(toActivity), cursors: page.cursors, next: page.next };
    },
  };
}
