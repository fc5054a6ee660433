import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../domain/errors.ts';
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
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('activities')
        .values(row)
        .onConflict((conflict) => conflict.column('uuid').doNothing())
        .executeTakeFirstOrThrow();
      // The operation is older than the operations we remember.
      if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('operation_id_reused');
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

    awaitBurns: () => awaitBurns(trx),

    burn: (uuid) => burn(trx, sql`uuid = ${uuid}`),
  };
}

/** Removes cruds with all their replies, under `awaitBurns`. @returns the uuids that are gone */
export async function burn(trx: Db, which: RawBuilder<unknown>): Promise<string[]> {
  const hold = async (condition: RawBuilder<unknown>): Promise<string[]> => {
    const { rows } = await sql<{ uuid: string }>`
      select uuid from activities where ${condition} order by uuid for update`.execute(trx);
    return rows.map((row) => row.uuid);
  };
  const gone = new Set<string>();
  let level = await hold(which);
  while (level.length > 0) {
    for (const uuid of level) gone.add(uuid);
    // Nobody replies to what is held, so these are all replies there will ever be.
    level = await hold(sql`reply_to = any(${level}::uuid[])`);
  }
  await sql`delete from activities where uuid = any(${[...gone]}::uuid[])`.execute(trx);
  return [...gone];
}

/** Burnings go one by one: two that share a branch of replies would wait for each other in a ring. */
export async function awaitBurns(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('burn', 0))`.execute(trx);
}
