import type { ShortUser } from '@cruddur/shared';
import type { PeopleView } from '../domain/users/ports.ts';
import { sql } from 'kysely';
import { isUnexpiredAt } from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import type { Db } from './tables.ts';

const LATEST_MAX = 500;
/** A display name has 50 characters, so at most 25 words, which may all have the same prefix. */
const WORDS_IN_NAME_MAX = 25;

/** Each part reads one range of an index in its order, so a single letter costs as much as a whole name. */
export async function searchPeople(db: Db, words: string, view: PeopleView): Promise<ShortUser[]> {
  const { limit, viewer } = view;
  const { rows } = await sql<ShortUser>`
    with found as (
      (select p.sub, 0 as rank, p.handle collate "C" as name from people p
      where p.handle collate "C" like ${prefixPattern(words.toLowerCase())} and p.erased_at is null and not p.suspended
        and ${isVisibleTo(viewer, sql`p.sub`)}
      order by p.handle collate "C" limit ${limit})
      union all
      (select n.person, 1, n.name from people_names n where n.name like regexp_replace(fold_name(${words}), '([\\\\%_])', '\\\\\\1', 'g') || '%'
        and ${isVisibleTo(viewer, sql`n.person`)}
      order by n.name, n.person limit ${limit * WORDS_IN_NAME_MAX})
    ), first as (
      select f.sub from found f group by f.sub order by min(f.rank), min(f.name) limit ${limit}
    )
    select p.handle, p.display_name, p.sub as cognito_user_uuid, p.avatar_version
    from first join people p on p.sub = first.sub and p.erased_at is null and not p.suspended order by p.handle`.execute(
    db,
  );
  return rows;
}

/** The authors of the latest unexpired cruds, limited to a number of cruds, so that the cost does not grow with the store. */
export async function latestAuthors(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ author: string }>`
    select latest.author from (
      select a.author, a.pos from activities a where ${isUnexpiredAt(now)} and a.pos is not null order by a.pos desc limit ${LATEST_MAX}
    ) latest group by latest.author order by max(latest.pos) desc limit ${limit}`.execute(db);
  return rows.map(({ author }) => author);
}

/** The LIKE pattern of texts with this prefix. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
