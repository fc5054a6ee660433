import { sql } from 'kysely';
import type { Profile, ShortUser } from '@cruddur/shared';
import type { PeopleReads, PeopleWrites } from '../domain/users/ports.ts';
import { userStream } from '../domain/events.ts';
import { alive } from './activity-rows.ts';
import type { Db } from './tables.ts';
import { mustBeOwn, unlessHeld, type Transaction } from './transaction.ts';

const SHORT = ['handle', 'display_name', 'sub as cognito_user_uuid', 'avatar_version'] as const;
const LATEST_MAX = 500;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export function createPeopleReads(db: Db): PeopleReads {
  return {
    async person(sub) {
      const found = await db
        .selectFrom('people')
        .select(['sub', 'handle', 'display_name', 'erased_at'])
        .where('sub', '=', sub)
        .executeTakeFirst();
      if (!found) return null;
      const { erased_at, ...person } = found;
      return { ...person, isErased: erased_at !== null };
    },

    async byHandle(handle) {
      const found = await db
        .selectFrom('people')
        .select(SHORT)
        .where('handle', '=', handle.toLowerCase())
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return found ?? null;
    },

    async profile(sub, now) {
      const [found] = await profilesOf(db, [sub], now);
      return found ?? null;
    },

    async email(sub) {
      const found = await db.selectFrom('people').select('email').where('sub', '=', sub).executeTakeFirst();
      return found?.email ?? '';
    },

    async handleTaken(handle) {
      const found = await db
        .selectFrom('people')
        .select('sub')
        .where('handle', '=', handle)
        .executeTakeFirst();
      return found !== undefined;
    },

    async active(viewer, now, limit) {
      // Of the latest cruds only: looking at everybody's would cost the more the more people there are.
      const { rows } = await sql<ShortUser>`
        select p.handle, p.display_name, p.sub as cognito_user_uuid, p.avatar_version
        from (
          select latest.author, max(latest.pos) as pos from (
            select a.author, a.pos from activities a
            where a.author <> ${viewer} and ${alive(now)} order by a.pos desc limit ${LATEST_MAX}
          ) latest group by latest.author
        ) active join people p on p.sub = active.author and p.erased_at is null
        order by active.pos desc limit ${limit}`.execute(db);
      return rows;
    },

    async search(words, limit) {
      const prefix = `${escapeLike(words)}%`;
      return db
        .selectFrom('people')
        .select(SHORT)
        .where('erased_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb('handle', 'like', prefix.toLowerCase()),
            eb('display_name', 'ilike', prefix),
            eb('display_name', 'ilike', `% ${prefix}`),
          ]),
        )
        .orderBy('handle')
        .limit(limit)
        .execute();
    },

    async halfErased(before) {
      const found = await db
        .selectFrom('people')
        .select('sub')
        .where('erasing', '=', true)
        .where('erased_at', '<', before)
        .execute();
      return found.map((row) => row.sub);
    },

    async hashtags(now, limit, prefix = '') {
      const { rows } = await sql<{ hashtag: string; count: number }>`
        select min(h.label) as hashtag, count(*) as count
        from hashtags h join activities a on a.uuid = h.activity
        where ${alive(now)} and h.hashtag like ${`${escapeLike(prefix.toLowerCase())}%`}
        group by h.hashtag order by count(*) desc, h.hashtag limit ${limit}`.execute(db);
      return rows;
    },
  };
}

/** The profiles of those of these people that exist, in no order. */
export async function profilesOf(db: Db, subs: readonly string[], now: Date): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    select p.handle, p.display_name, p.bio, p.sub as cognito_user_uuid, p.avatar_version,
      (select count(*) from activities a where a.author = p.sub and a.reply_to is null and ${alive(now)}) as cruds_count
    from people p where p.sub = any(${subs}::uuid[])`.execute(db);
  return rows;
}

export function createPeopleWrites(tx: Transaction): PeopleWrites {
  const { trx, gather } = tx;
  const living = gather((subs: readonly string[]) => holdLiving(tx, subs));
  const subsOf = gather((lists: readonly (readonly string[])[]) => subsOfAll(trx, lists));

  return {
    async insert(person) {
      mustBeOwn(tx);
      const { rows } = await sql<{ sub: string }>`
        insert into people (sub, handle, display_name, email, created_at)
        values (${person.sub}, ${person.handle}, ${person.display_name}, ${person.email}, ${person.created_at})
        on conflict do nothing returning sub`.execute(trx);
      if (rows.length === 0) {
        const there = await trx
          .selectFrom('people')
          .select('sub')
          .where('sub', '=', person.sub)
          .where('erased_at', 'is', null)
          .executeTakeFirst();
        return there ? 'done' : 'taken';
      }
      await trx
        .insertInto('streams')
        .values({ id: userStream(person.sub) })
        .execute();
      return 'done';
    },

    async updateProfile(sub, display_name, bio) {
      mustBeOwn(tx);
      const set = bio === null ? { display_name } : { display_name, bio };
      await trx.updateTable('people').set(set).where('sub', '=', sub).execute();
    },

    async bumpAvatarVersion(sub) {
      mustBeOwn(tx);
      const { numUpdatedRows } = await trx
        .updateTable('people')
        .set((eb) => ({ avatar_version: eb('avatar_version', '+', 1) }))
        .where('sub', '=', sub)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async isErased(sub) {
      const isThere = await living(sub);
      if (!isThere) mustBeOwn(tx);
      return !isThere;
    },

    subsOf: async (handles) => (handles.length === 0 ? [] : subsOf(handles)),
  };
}

/** Whether each is a person who is not erased, and will not be meanwhile. */
async function holdLiving(tx: Transaction, subs: readonly string[]): Promise<boolean[]> {
  const { rows } = await sql<{ sub: string }>`
    select p.sub from people p where p.sub = any(${subs}::uuid[]) and p.erased_at is null
    for key share of p ${unlessHeld(tx)}`.execute(tx.trx);
  const found = new Set(rows.map(({ sub }) => sub));
  return subs.map((sub) => found.has(sub));
}

/** For each list of handles the subs of those that exist, in its order. */
async function subsOfAll(trx: Db, lists: readonly (readonly string[])[]): Promise<string[][]> {
  const found = await trx
    .selectFrom('people')
    .select(['sub', 'handle'])
    .where('handle', 'in', [...new Set(lists.flat())])
    .where('erased_at', 'is', null)
    .execute();
  const subs = new Map(found.map((row) => [row.handle, row.sub]));
  return lists.map((handles) => handles.flatMap((handle) => subs.get(handle) ?? []));
}
