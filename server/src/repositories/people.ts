import { sql } from 'kysely';
import type { Profile } from '@cruddur/shared';
import type { PeopleReads, PeopleWrites, SavedProfile } from '../domain/users/ports.ts';
import { userStream } from '../domain/streams.ts';
import { isUnexpiredAt } from './activity-rows.ts';
import { listHashtagsByUse } from './hashtags.ts';
import { latestAuthors, searchPeople } from './people-search.ts';
import { tallyTotal } from './tallies.ts';
import type { Db } from './tables.ts';
import { requireDedicated, skipLockedWhenShared, type Transaction } from './transaction.ts';

const SHORT_USER_COLUMNS = ['handle', 'display_name', 'sub as cognito_user_uuid', 'avatar_version'] as const;

export function createPeopleReads(db: Db): PeopleReads {
  return {
    async findPerson(sub) {
      const found = await db
        .selectFrom('people')
        .select(['sub', 'handle', 'display_name', 'erased_at'])
        .where('sub', '=', sub)
        .executeTakeFirst();
      if (!found) return null;
      const { erased_at, ...person } = found;
      return { ...person, isErased: erased_at !== null };
    },

    async findByHandle(handle) {
      const found = await db
        .selectFrom('people')
        .select(SHORT_USER_COLUMNS)
        .where('handle', '=', handle.toLowerCase())
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return found ?? null;
    },

    async findProfile(sub, now) {
      const [found] = await readProfiles(db, [sub], now);
      return found ?? null;
    },

    async readEmail(sub) {
      const found = await db.selectFrom('people').select('email').where('sub', '=', sub).executeTakeFirst();
      return found?.email ?? '';
    },

    async isHandleTaken(handle) {
      const found = await db
        .selectFrom('people')
        .select('sub')
        .where('handle', '=', handle)
        .executeTakeFirst();
      return found !== undefined;
    },

    findLatestAuthors: (now, limit) => latestAuthors(db, now, limit),

    async findUnerased(subs) {
      if (subs.length === 0) return [];
      const found = await db
        .selectFrom('people')
        .select(SHORT_USER_COLUMNS)
        .where('sub', 'in', subs)
        .where('erased_at', 'is', null)
        .execute();
      const people = new Map(found.map((person) => [person.cognito_user_uuid, person]));
      return subs.flatMap((sub) => people.get(sub) ?? []);
    },

    searchPeople: (words, limit) => searchPeople(db, words, limit),

    async findUnfinishedErasures(before) {
      const found = await db
        .selectFrom('people')
        .select('sub')
        .where('erasing', '=', true)
        .where('erased_at', '<', before)
        .execute();
      return found.map((row) => row.sub);
    },

    listHashtags: (now, limit, prefix) => listHashtagsByUse(db, { now, limit, prefix }),
  };
}

/** The profiles of the people that exist, in no order. */
export async function readProfiles(db: Db, subs: readonly string[], now: Date): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    select p.handle, p.display_name, p.bio, p.sub as cognito_user_uuid, p.avatar_version,
      coalesce(
        ${tallyTotal('cruds', sql`p.sub`)} - (select count(*) from activities a
          where a.expires_at <= ${now} and a.author = p.sub and a.reply_to is null),
        (select count(*) from activities a where a.author = p.sub and a.reply_to is null and ${isUnexpiredAt(now)})
      ) as cruds_count
    from people p where p.sub = any(${subs}::uuid[])`.execute(db);
  return rows;
}

export function createPeopleWrites(tx: Transaction): PeopleWrites {
  const { trx, batchCalls } = tx;
  const lockUnerasedInBatch = batchCalls((subs: readonly string[]) => lockUnerased(tx, subs));
  const subsOf = batchCalls((lists: readonly (readonly string[])[]) => subsOfAll(trx, lists));
  const lockPerson = batchCalls((subs: readonly string[]) => lockToUpdate(tx, subs));
  const saveProfile = batchCalls((profiles: readonly SavedProfile[]) => saveAll(trx, profiles));

  return {
    async insert(person) {
      requireDedicated(tx);
      const { rows } = await sql<{ sub: string }>`
        insert into people (sub, handle, display_name, email, created_at)
        values (${person.sub}, ${person.handle}, ${person.display_name}, ${person.email}, ${person.created_at})
        on conflict do nothing returning sub`.execute(trx);
      if (rows.length === 0) {
        const existing = await trx
          .selectFrom('people')
          .select('sub')
          .where('sub', '=', person.sub)
          .where('erased_at', 'is', null)
          .executeTakeFirst();
        return existing ? 'done' : 'taken';
      }
      await trx
        .insertInto('streams')
        .values({ id: userStream(person.sub) })
        .execute();
      return 'done';
    },

    async updateProfile(profile) {
      if (!(await lockPerson(profile.sub))) requireDedicated(tx);
      await saveProfile(profile);
    },

    async bumpAvatarVersion(sub) {
      requireDedicated(tx);
      const { numUpdatedRows } = await trx
        .updateTable('people')
        .set((eb) => ({ avatar_version: eb('avatar_version', '+', 1) }))
        .where('sub', '=', sub)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async lockAndCheckErased(sub) {
      const isLocked = await lockUnerasedInBatch(sub);
      if (!isLocked) requireDedicated(tx);
      return !isLocked;
    },

    subsOf: async (handles) => (handles.length === 0 ? [] : subsOf(handles)),
  };
}

/** Whether each is a person who is not erased, and will not be until the transaction ends. */
export async function lockUnerased(tx: Transaction, subs: readonly string[]): Promise<boolean[]> {
  const { rows } = await sql<{ sub: string }>`
    select p.sub from people p where p.sub = any(${subs}::uuid[]) and p.erased_at is null
    for key share of p ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const found = new Set(rows.map(({ sub }) => sub));
  return subs.map((sub) => found.has(sub));
}

/** Locks people who are not erased for an update until the transaction ends. @returns whether each is locked */
export async function lockToUpdate(tx: Transaction, subs: readonly string[]): Promise<boolean[]> {
  const { rows } = await sql<{ sub: string }>`
    select p.sub from people p where p.sub = any(${[...new Set(subs)]}::uuid[]) and p.erased_at is null
    order by p.sub for no key update of p ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const locked = new Set(rows.map(({ sub }) => sub));
  return subs.map((sub) => locked.has(sub));
}

/** Of several profiles of one person the last one is saved, as if they were saved one after the other. */
async function saveAll(trx: Db, profiles: readonly SavedProfile[]): Promise<null[]> {
  const last = new Map<string, SavedProfile>();
  for (const profile of profiles) {
    last.set(profile.sub, { ...profile, bio: profile.bio ?? last.get(profile.sub)?.bio ?? null });
  }
  const rows = [...last.values()];
  await sql`
    update people p set display_name = saved.display_name, bio = coalesce(saved.bio, p.bio)
    from unnest(${rows.map(({ sub }) => sub)}::uuid[], ${rows.map(({ display_name }) => display_name)}::text[],
      ${rows.map(({ bio }) => bio)}::text[]) as saved (sub, display_name, bio)
    where p.sub = saved.sub`.execute(trx);
  return profiles.map(() => null);
}

/** For each list the subs of the handles that exist, in its order. */
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
