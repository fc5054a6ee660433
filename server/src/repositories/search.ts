import { sql, type RawBuilder } from 'kysely';
import type { SearchReads } from '../domain/search/ports.ts';
import type { View } from '../domain/paging.ts';
import { activityColumns, alive, toActivity, type ActivityRow } from './activity-rows.ts';
import { beforePlace, readPage } from './snapshot.ts';
import type { Db } from './tables.ts';

export function createSearchReads(db: Db): SearchReads {
  const matching = async (condition: RawBuilder<unknown>, view: View) => {
    const page = await readPage(
      db,
      view,
      sql<ActivityRow>`
        select ${activityColumns(view.viewer)}, a.pos as place
        from activities a join people p on p.sub = a.author
        where ${condition} and ${alive(view.now)} and ${beforePlace(view.before, sql`a.pos`, sql`a.uuid`)}
        order by a.pos desc limit ${view.limit + 1}`,
    );
    return { data: page.rows.map(toActivity), cursors: page.cursors, next: page.next };
  };

  return {
    activities: (words, view) => {
      if (words.length === 0) return matching(sql`false`, view);
      const quoted = words.map((word) => `'${word.replace(/['\\]/g, ' ')}'`).join(' & ');
      return matching(sql`a.words @@ to_tsquery('simple', ${`${quoted}:*`})`, view);
    },
    withHashtag: (hashtag, view) =>
      matching(
        sql`a.uuid in (select h.activity from hashtags h where h.hashtag = ${hashtag.toLowerCase()})`,
        view,
      ),
  };
}
