import { sql } from 'kysely';
import type { ActivityWrites, Mark } from '../domain/activities/ports.ts';
import { wasBurned } from './activities.ts';
import type { Db } from './tables.ts';

const TABLE = { like: 'likes', repost: 'reposts' } as const;
const COUNT = { like: 'likes_count', repost: 'reposts_count' } as const;

export function createActivityWrites(trx: Db): ActivityWrites {
  const count = (mark: Mark, activity: string, by: 1 | -1) =>
    trx
      .updateTable('activities')
      .set((eb) => ({ [COUNT[mark]]: eb(COUNT[mark], '+', by), version: eb('version', '+', 1) }))
      .where('uuid', '=', activity)
      .execute();

  return {
    async target(uuid) {
      const found = await trx
        .selectFrom('activities')
        .select(['uuid', 'author', 'expires_at'])
        .where('uuid', '=', uuid)
        .forKeyShare()
        .executeTakeFirst();
      return found ?? null;
    },

    wasBurned: (uuid) => wasBurned(trx, uuid),

    async insert({ hashtags, ...row }) {
      await trx.insertInto('activities').values(row).execute();
      if (hashtags.length === 0) return;
      const tags = hashtags.map((label) => ({ activity: row.uuid, hashtag: label.toLowerCase(), label }));
      await trx.insertInto('hashtags').values(tags).execute();
    },

    async addMark(mark, { activity, person }, now) {
      const added =
        mark === 'like'
          ? await sql`insert into likes (activity, person, created_at) values (${activity}, ${person}, ${now})
              on conflict do nothing`.execute(trx)
          : await sql`insert into reposts (activity, person, created_at, pos)
              select ${activity}, ${person}, ${now}, head from streams where id = 'public'
              on conflict do nothing`.execute(trx);
      if (added.numAffectedRows !== 1n) return false;
      await count(mark, activity, 1);
      return true;
    },

    async removeMark(mark, { activity, person }) {
      const removed = await trx
        .deleteFrom(TABLE[mark])
        .where('activity', '=', activity)
        .where('person', '=', person)
        .executeTakeFirst();
      if (removed.numDeletedRows !== 1n) return false;
      await count(mark, activity, -1);
      await trx
        .deleteFrom('notifications')
        .where('activity', '=', activity)
        .where('actor', '=', person)
        .where('reason', '=', mark)
        .execute();
      return true;
    },

    async burn(uuid) {
      const { rows } = await sql<{ uuid: string }>`
        with recursive gone as (
          select uuid from activities where uuid = ${uuid}
          union all
          select a.uuid from activities a join gone g on a.reply_to = g.uuid
        ), voided as (
          update log set kind = 'void' where ref in (select uuid::text from gone)
            and kind in ('activity.created', 'reply.created')
        )
        delete from activities where uuid in (select uuid from gone) returning uuid`.execute(trx);
      return rows.map((row) => row.uuid);
    },
  };
}
