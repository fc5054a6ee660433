import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { ActivityWrites, Mark, NewActivityRow, Target } from '../domain/activities/ports.ts';
import { wasBurned } from './activities.ts';
import type { Db } from './tables.ts';
import { mustBeOwn, unlessHeld, type Transaction } from './transaction.ts';

const TABLE = { like: 'likes', repost: 'reposts' } as const;
const COUNT = { like: 'likes_count', repost: 'reposts_count' } as const;

export function createActivityWrites(tx: Transaction): ActivityWrites {
  const { trx, gather } = tx;
  const targets = gather((uuids: readonly string[]) => holdTargets(tx, uuids));
  const insert = gather((rows: readonly NewActivityRow[]) => insertAll(trx, rows));

  const count = (mark: Mark, activity: string, by: 1 | -1) =>
    trx
      .updateTable('activities')
      .set((eb) => ({ [COUNT[mark]]: eb(COUNT[mark], '+', by), version: eb('version', '+', 1) }))
      .where('uuid', '=', activity)
      .execute();

  return {
    async target(uuid) {
      const found = await targets(uuid);
      if (!found) mustBeOwn(tx);
      return found;
    },

    wasBurned: (uuid) => wasBurned(trx, uuid),

    async insert(row) {
      // The operation is older than the operations we remember.
      if (!(await insert(row))) throw new Refusal('operation_id_reused');
    },

    async addMark(mark, { activity, person }, now) {
      mustBeOwn(tx);
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
      mustBeOwn(tx);
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

    async awaitBurns() {
      mustBeOwn(tx);
      await awaitBurns(trx);
    },

    async burn(uuid) {
      mustBeOwn(tx);
      return burn(trx, sql`uuid = ${uuid}`);
    },
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

async function holdTargets(tx: Transaction, uuids: readonly string[]): Promise<(Target | null)[]> {
  const { rows } = await sql<Target & { place: number }>`
    select a.uuid, a.author, a.expires_at, asked.place
    from unnest(${uuids}::uuid[]) with ordinality as asked (uuid, place)
    join activities a on a.uuid = asked.uuid
    for key share of a ${unlessHeld(tx)}`.execute(tx.trx);
  const found = new Map(rows.map(({ place, ...target }) => [place, target]));
  return uuids.map((_, index) => found.get(index + 1) ?? null);
}

/** @returns for each row whether it is new */
async function insertAll(trx: Db, rows: readonly NewActivityRow[]): Promise<boolean[]> {
  const inserted = await trx
    .insertInto('activities')
    .values(rows.map(({ hashtags: _, ...row }) => row))
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .execute();
  const fresh = new Set(inserted.map(({ uuid }) => uuid));
  const tags = rows
    .filter(({ uuid }) => fresh.has(uuid))
    .flatMap(({ uuid, hashtags }) =>
      hashtags.map((label) => ({ activity: uuid, hashtag: label.toLowerCase(), label })),
    );
  if (tags.length > 0) await trx.insertInto('hashtags').values(tags).execute();
  return rows.map(({ uuid }) => fresh.has(uuid));
}
