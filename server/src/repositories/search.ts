import { sql, type RawBuilder } from 'kysely';
import type { View } from '../domain/paging.ts';
import { activityColumns, IS_SHOWN, isUnexpiredAt, toActivity, type ActivityRow } from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import { toTermsQuery } from './search-terms.ts';
import { keysetBefore, readPage, rowsOfPage } from './snapshot.ts';
import type { Db } from './tables.ts';
import type { SearchReads } from '../domain/ports.ts';

/** The number of newest cruds that are scanned first, for frequent terms. */
const NEWEST = 2000;
/**
 * A term with this many matches there is one of about 0.4 % of all cruds, so these many newest ones fill a page in a store of any
 * size, while the index would return a share of the store. Only rarer terms use the index.
 */
const OCCASIONAL = { matches: 8, newest: 20_000 } as const;

export function createSearchReads(db: Db): SearchReads {
  const matching = async (condition: RawBuilder<unknown>, view: View) => {
    const rows = rowsOfPage(view.limit);
    const isShown = sql`${IS_SHOWN} and ${isVisibleTo(view.viewer, sql`a.author`)}`;
    const before = keysetBefore(view.before, sql`a.pos`, sql`a.uuid`);
    const matchesIn = (newest: number, when: RawBuilder<unknown>) => sql`
      select a.uuid, a.pos from (
        select a.uuid, a.pos, a.author, a.terms, a.expires_at from activities a
        where ${when} and a.pos is not null and ${before} order by a.pos desc limit ${sql.lit(newest)}
      ) a where ${condition} and ${isUnexpiredAt(view.now)} and ${isShown} order by a.pos desc limit ${rows}`;
    // Several plans, because the planner cannot know how frequent a term is: the index returns too many cruds for a frequent
    // term, and a scan reads all cruds for a rare one. `offset 0` stops the planner from turning the last into a scan.
    const page = await readPage(
      db,
      view,
      sql<ActivityRow>`
        with newest as materialized (${matchesIn(NEWEST, sql`true`)}
        ), occasional as materialized (
          ${matchesIn(OCCASIONAL.newest, sql`(select count(*) from newest) between ${sql.lit(OCCASIONAL.matches)} and ${rows} - 1`)}
        ), indexed as materialized (
          select i.uuid, i.pos from (
            select a.uuid, a.pos from activities a
            where greatest((select count(*) from newest), (select count(*) from occasional)) < ${rows} and ${condition} and ${isUnexpiredAt(view.now)} and ${isShown} and a.pos is not null and ${before}
            offset 0
          ) i order by i.pos desc limit ${rows}
        ), found as (
          select * from newest union select * from occasional union select * from indexed order by pos desc limit ${rows}
        )
        select ${activityColumns(view.viewer)}, a.pos
        from found join activities a on a.uuid = found.uuid join people p on p.sub = a.author
        order by a.pos desc`,
    );
    return { data: page.rows.map(toActivity), cursors: page.cursors, next: page.next };
  };

  return {
    searchActivities: (words, view) => {
      if (words.length === 0) return matching(sql`false`, view);
      // A subquery, because a prepared statement would parse the query again for each row.
      return matching(sql`a.terms @@ (select ${toTermsQuery(words)}::tsquery)`, view);
    },
    async findByHashtag(hashtag, view) {
      const rows = rowsOfPage(view.limit);
      const tagged = sql`from hashtags h join activities a on a.uuid = h.activity
        where h.hashtag = ${hashtag.toLowerCase()} and ${isUnexpiredAt(view.now)} and ${IS_SHOWN}
          and ${isVisibleTo(view.viewer, sql`a.author`)}`;
      const page = await readPage(
        db,
        view,
        sql<ActivityRow>`
          select ${activityColumns(view.viewer)}, a.pos from (
            select h.activity, h.pos ${tagged}
              and ${keysetBefore(view.before, sql`h.pos`, sql`h.activity`)} order by h.pos desc limit ${rows}
          ) found join activities a on a.uuid = found.activity join people p on p.sub = a.author
          order by found.pos desc limit ${rows}`,
      );
      return { data: page.rows.map(toActivity), cursors: page.cursors, next: page.next };
    },
  };
}
