import type { HashtagCount } from '@cruddur/shared';
import { sql } from 'kysely';
import { isUnexpiredAt } from './activity-rows.ts';
import { prefixPattern } from './people-search.ts';
import type { Db } from './tables.ts';

/**
 * The most used hashtags of unexpired cruds. The totals count rows, so expired rows that are not purged are subtracted and pending
 * changes are added. Only hashtags with such a difference can change their rank, so as many additional candidates are enough.
 */
export async function listHashtagsByUse(
  db: Db,
  { now, limit, prefix = '' }: { now: Date; limit: number; prefix?: string | undefined },
): Promise<HashtagCount[]> {
  const begins = prefix === '' ? sql`true` : sql`t.subject like ${prefixPattern(prefix.toLowerCase())}`;
  const { rows } = await sql<HashtagCount>`
    with differences as materialized (
      select d.subject, sum(d.by) as by from (
        select t.subject, t.change as by from tally_changes t where t.kind = 'hashtag' and ${begins}
        union all
        select t.hashtag collate "C", -1 from activities a
        join lateral (select h.hashtag, h.hashtag collate "C" as subject from hashtags h where h.activity = a.uuid) t on ${begins}
        where a.expires_at <= ${now}
      ) d group by d.subject
    ), candidates as materialized (
      select t.subject, t.total from tallies t where t.kind = 'hashtag' and ${begins}
      order by t.total desc, t.subject limit ${limit}::bigint + (select count(*) from differences)
    ), counts as (
      select c.subject, (c.total + coalesce(d.by, 0))::bigint as count
      from candidates c left join differences d on d.subject = c.subject
    ), most_used as (
      select * from counts where count > 0 order by count desc, subject limit ${limit}
    )
    select (select h.label from hashtags h join activities a on a.uuid = h.activity
      where h.hashtag = m.subject collate "default" and ${isUnexpiredAt(now)} order by h.label limit 1) as hashtag, m.count
    from most_used m order by m.count desc, m.subject`.execute(db);
  return rows.filter(({ hashtag }) => (hashtag as string | null) !== null);
}

/** The index has the newest cruds of a hashtag first, which mostly live. */
export async function findLivingHashtags(
  db: Db,
  { now, hashtags }: { now: Date; hashtags: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ hashtag: string }>`
    select tags.hashtag from unnest(${[...hashtags]}::text[]) as tags (hashtag)
    where (select true from hashtags h join activities a on a.uuid = h.activity
      where h.hashtag = lower(tags.hashtag) and ${isUnexpiredAt(now)} order by h.pos desc limit 1)`.execute(
    db,
  );
  return new Set(rows.map(({ hashtag }) => hashtag));
}
