import { sql, type RawBuilder } from 'kysely';
import type { Profile } from '@cruddur/shared';
import type { PeopleReads, PeopleWrites, ProfilePart } from '../domain/users/ports.ts';
import { userStream } from '../domain/streams.ts';
import { isUnexpiredAt } from './activity-rows.ts';
import { findLivingHashtags, listHashtagsByUse } from './hashtags.ts';
import { isVisibleTo } from './hidden-people.ts';
import { latestAuthors, searchPeople } from './people-search.ts';
import { tallyTotal } from './tallies.ts';
import type { Db } from './tables.ts';

const SHORT_USER_COLUMNS = ['handle', 'display_name', 'sub as cognito_user_uuid', 'avatar_version'] as const;

export function createPeopleReads(db: Db): PeopleReads {
  return {
    async findPerson(sub) {
      const found = await db
        .selectFrom('people')
        .select(['sub', 'handle', 'display_name', 'erased_at', 'suspended', 'suspended_until'])
        .where('sub', '=', sub)
        .executeTakeFirst();
      if (!found) return null;
      const { erased_at, suspended, suspended_until, ...person } = found;
      return {
        ...person,
        isErased: erased_at !== null,
        suspension: suspended ? { until: suspended_until } : null,
      };
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

    async findVisible(subs, viewer) {
      if (subs.length === 0) return [];
      const found = await db
        .selectFrom('people')
        .select(SHORT_USER_COLUMNS)
        .where('sub', 'in', subs)
        .where('erased_at', 'is', null)
        .where('suspended', '=', false)
        .where(isVisibleTo(viewer, sql`people.sub`))
        .execute();
      const people = new Map(found.map((person) => [person.cognito_user_uuid, person]));
      return subs.flatMap((sub) => people.get(sub) ?? []);
    },

    searchPeople: (words, view) => searchPeople(db, words, view),

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
    findLivingHashtags: (now, hashtags) => findLivingHashtags(db, { now, hashtags }),
  };
}

/** The profiles of the people that exist, in no order. */
export async function readProfiles(db: Db, subs: readonly string[], now: Date): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    select p.handle, p.display_name, p.bio, p.sub as cognito_user_uuid, p.avatar_version,
      case when p.suspended then 0 else coalesce(
        ${tallyTotal('cruds', sql`p.sub`)} - (select count(*) from activities a
          where a.expires_at <= ${now} and a.author = p.sub and a.reply_to is null),
        (select count(*) from activities a where a.author = p.sub and a.reply_to is null and ${isUnexpiredAt(now)})
      ) end as cruds_count
    from people p where p.sub = any(${subs}::uuid[])`.execute(db);
  return rows;
}

export function createPeopleWrites(trx: Db): PeopleWrites {
  return {
    async insert(person) {
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
      await sql`
        update people set display_name = ${profile.display_name}, bio = coalesce(${profile.bio}, bio)
        where sub = ${profile.sub}`.execute(trx);
    },

    async bumpAvatarVersion(sub) {
      const { numUpdatedRows } = await trx
        .updateTable('people')
        .set({ avatar_version: sql`greatest(avatar_version, last_avatar_version) + 1` })
        .where('sub', '=', sub)
        .where('erased_at', 'is', null)
        .where('suspended', '=', false)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async clearProfile(sub, part) {
      // While a person is suspended, the row shows nothing of the profile, and a trigger refuses to change what it shows.
      const { numAffectedRows } = await sql`
        update people set ${CLEAR[part]} where sub = ${sub} and erased_at is null`.execute(trx);
      if (part === 'picture' && numAffectedRows === 1n) {
        // What was uploaded before and waits to be processed is removed too.
        await sql`update avatar_uploads set is_removal = true where sub = ${sub}`.execute(trx);
        await sql`
          insert into avatar_uploads (key, sub, extension, expires_at, is_removal)
          select gen_random_uuid() || '.jpg', sub, 'jpg', now(), true from people
          where sub = ${sub} and last_avatar_version > 0
            and not exists (select from avatar_uploads u where u.sub = people.sub)`.execute(trx);
      }
      return numAffectedRows === 1n;
    },
  };
}

const clearText = (column: 'display_name' | 'bio', text: RawBuilder<string>) => sql`
  ${sql.ref(column)} = case when suspended then ${sql.ref(column)} else ${text} end,
  hidden_profile = hidden_profile || jsonb_build_object(${sql.lit(column)}, ${text})`;

const CLEAR: Record<ProfilePart, RawBuilder<unknown>> = {
  name: clearText('display_name', sql`handle`),
  bio: clearText('bio', sql`''`),
  picture: sql`
    last_avatar_version = greatest(last_avatar_version, avatar_version, (hidden_profile ->> 'avatar_version')::int),
    avatar_version = 0, hidden_profile = hidden_profile || '{"avatar_version": 0}'`,
};
