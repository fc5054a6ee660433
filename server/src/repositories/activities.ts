import { sql } from 'kysely';
import {
  NEWEST_FOR_VISITORS,
  type ActivityReads,
  type ActivityWrites,
  type Target,
} from '../domain/activities/ports.ts';
import {
  activityColumns,
  isUnexpiredAt,
  toActivity,
  type ActivityRow,
  type ProfileActivityRow,
} from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import { readHomePage } from './home-page.ts';
import { keysetBefore, readPage, readSnapshot, rowsOfPage } from './snapshot.ts';
import type { Db } from './tables.ts';
import { burnActivities } from './burn-activities.ts';
import { lockDeletions } from './delete-activities.ts';

const POS = sql`a.pos`;
const UUID = sql`a.uuid`;
/** Sorts the post itself above all its replies. */
const TOP = Number.MAX_SAFE_INTEGER;

export function createActivityReads(db: Db): ActivityReads {
  return {
    readHome: (view) => readHomePage(db, view),

    async readProfile(sub, view) {
      const page = await readPage(
        db,
        view,
        sql<ProfileActivityRow>`
          select * from (
            (select ${activityColumns(view.viewer)}, a.pos, null::jsonb as reposter
            from activities a join people p on p.sub = a.author
            where a.author = ${sub} and a.reply_to is null and not p.suspended and ${isUnexpiredAt(view.now)}
              and ${isVisibleTo(view.viewer, sql`a.author`)}
              and ${keysetBefore(view.before, POS, UUID)}
            order by a.pos desc, a.uuid desc limit ${rowsOfPage(view.limit)})
            union all
            (select ${activityColumns(view.viewer)}, re.pos,
              jsonb_build_object('handle', who.handle, 'display_name', who.display_name, 'cognito_user_uuid', who.sub,
                'avatar_version', who.avatar_version)
            from reposts re
            join activities a on a.uuid = re.activity
            join people p on p.sub = a.author
            join people who on who.sub = re.person
            where re.person = ${sub} and a.author <> ${sub} and not p.suspended and not who.suspended and ${isUnexpiredAt(view.now)}
              and ${isVisibleTo(view.viewer, sql`a.author`)} and ${isVisibleTo(view.viewer, sql`re.person`)}
              and ${keysetBefore(view.before, sql`re.pos`, sql`re.activity`)}
            order by re.pos desc, re.activity desc limit ${rowsOfPage(view.limit)})
          ) page order by pos desc, uuid desc limit ${rowsOfPage(view.limit)}`,
      );
      const data = page.rows.map((row) => ({ ...toActivity(row), reposted_by: row.reposter }));
      return { data, cursors: page.cursors, next: page.next };
    },

    async readNewestForVisitors(now) {
      const { rows, cursors } = await readSnapshot(
        db,
        null,
        sql<ActivityRow>`
          select ${activityColumns(null)}, a.pos
          from activities a join people p on p.sub = a.author
          where a.reply_to is null and a.pos is not null and not p.suspended and p.erased_at is null
            and ${isUnexpiredAt(now)} and not exists (select from reports r where r.person = a.author)
          order by a.pos desc limit ${sql.lit(NEWEST_FOR_VISITORS)}`,
      );
      return { data: rows.map(toActivity), cursors };
    },

    async readPost(uuid, view) {
      const page = await readPage(
        db,
        { ...view, limit: view.limit + 1 },
        sql<ActivityRow & { hidden: boolean }>`
          select ${activityColumns(view.viewer)}, p.suspended or not (${isVisibleTo(view.viewer, sql`a.author`)}) as hidden,
            ${TOP}::bigint as pos
          from activities a join people p on p.sub = a.author where a.uuid = ${uuid}
          union all
          (select ${activityColumns(view.viewer)}, false, a.pos
          from activities a join people p on p.sub = a.author
          where a.reply_to = ${uuid} and not p.suspended and ${isVisibleTo(view.viewer, sql`a.author`)} and ${isUnexpiredAt(view.now)} and ${keysetBefore(view.before, POS, UUID)}
          order by a.pos desc limit ${rowsOfPage(view.limit)})`,
      );
      const [row, ...others] = page.rows;
      // Replies outlive a burned crud by some seconds.
      if (row?.uuid !== uuid.toLowerCase())
        return { data: { post: null, replies: [] }, cursors: page.cursors, next: undefined };
      const post = row.hidden ? null : toActivity(row);
      const replies = others.map(toActivity);
      return { data: { post, replies }, cursors: page.cursors, next: page.next };
    },

    async find(uuid, viewer) {
      const row = await rowOf(db, uuid, viewer);
      return row ? toActivity(row) : null;
    },

    wasBurned: async (uuid) => (await findBurned(db, [uuid.toLowerCase()]))[0] ?? false,
  };
}

async function rowOf(db: Db, uuid: string, viewer: string | null): Promise<ActivityRow | undefined> {
  const { rows } = await sql<ActivityRow>`
    select ${activityColumns(viewer)}, a.pos
    from activities a join people p on p.sub = a.author where a.uuid = ${uuid}`.execute(db);
  return rows[0];
}

/** Whether each crud existed; known after the deletion of its row. @param uuids in lower case */
async function findBurned(db: Db, uuids: readonly string[]): Promise<boolean[]> {
  const found = await db.selectFrom('burned').select('uuid').where('uuid', 'in', uuids).execute();
  const burned = new Set(found.map(({ uuid }) => uuid));
  return uuids.map((uuid) => burned.has(uuid));
}

export function createActivityWrites(trx: Db): ActivityWrites {
  return {
    async lockTarget(uuid) {
      const { rows } = await sql<Target>`
        select uuid, author, expires_at from activities where uuid = ${uuid} for key share`.execute(trx);
      return rows[0] ?? null;
    },
    wasBurned: async (uuid) => (await findBurned(trx, [uuid.toLowerCase()]))[0] ?? false,
    lockDeletions: () => lockDeletions(trx),
    burn: (uuid) => burnActivities(trx, [uuid]),
  };
}
