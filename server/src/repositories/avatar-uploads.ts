import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import { PUBLIC_STREAM, type Envelope } from '../domain/streams.ts';
import type { ClaimedUpload, PendingUploads } from '../domain/avatars/ports.ts';
import { refuseWhenUnavailable } from './store-failures.ts';
import { appendEntries } from './log.ts';
import { createPeopleWrites } from './people.ts';
import type { Db } from './tables.ts';

const COLUMNS = ['key', 'avatar_uploads.sub', 'extension', 'expires_at as expiresAt'] as const;
const CLAIMED_MAX = 20;

/** @param deliver delivers `profile.updated` once a picture is processed */
export function createPendingUploads(
  db: Db,
  clock: Clock,
  deliver: (envelopes: readonly Envelope[]) => void,
): PendingUploads {
  return {
    async add({ key, sub, extension, expiresAt }) {
      const { numAffectedRows } = await refuseWhenUnavailable(() =>
        sql`
          insert into avatar_uploads (key, sub, extension, expires_at)
          select ${key}, sub, ${extension}, ${expiresAt}::timestamptz from people
          where sub = ${sub} and not suspended for key share`.execute(db),
      );
      if (numAffectedRows === 0n) throw new Refusal('account_suspended');
    },

    async find(key) {
      const found = await db
        .selectFrom('avatar_uploads')
        .innerJoin('people', 'people.sub', 'avatar_uploads.sub')
        .select([...COLUMNS, 'receiving_until as receivingUntil'])
        .where('key', '=', key)
        .where('erased_at', 'is', null)
        .where('suspended', '=', false)
        .where('is_removal', '=', false)
        .executeTakeFirst();
      return found ? { ...found, owner: 'active', isRemoval: false } : null;
    },

    async claimForPut(key, now, until) {
      // Of two concurrent PUTs the second waits for the row lock of the first and then finds its claim.
      const { rows } = await refuseWhenUnavailable(() =>
        sql<{ sub: string }>`
          update avatar_uploads u set receiving_until = ${until}
          where u.key = ${key} and not u.is_removal and (u.receiving_until is null or u.receiving_until <= ${now})
            and exists (select from people p where p.sub = u.sub and p.erased_at is null and not p.suspended)
          returning u.sub`.execute(db),
      );
      return rows[0]?.sub ?? null;
    },

    async releaseClaim(key) {
      await db.updateTable('avatar_uploads').set({ receiving_until: null }).where('key', '=', key).execute();
    },

    findByPerson: (sub) => db.selectFrom('avatar_uploads').select(COLUMNS).where('sub', '=', sub).execute(),

    async claimDue(now, nextCheckAt) {
      const { rows } = await sql<ClaimedUpload>`
        update avatar_uploads u set next_check_at = ${nextCheckAt}
        where u.key in (
          select key from avatar_uploads where next_check_at is null or next_check_at <= ${now}
          order by next_check_at nulls first limit ${CLAIMED_MAX} for update skip locked
        )
        returning u.key, u.sub, u.extension, u.expires_at as "expiresAt",
          u.receiving_until as "receivingUntil", u.is_removal as "isRemoval",
          (select case when p.erased_at is not null then 'erased' when p.suspended then 'suspended' else 'active' end
            from people p where p.sub = u.sub) as owner`.execute(db);
      return rows;
    },

    async complete(key) {
      const envelopes = await db.transaction().execute(async (trx) => {
        const pending = await trx
          .selectFrom('avatar_uploads')
          .select(['sub', 'is_removal'])
          .where('key', '=', key)
          .forUpdate()
          .executeTakeFirst();
        if (!pending) return [];
        // The picture was cleared while it was processed.
        if (pending.is_removal) return null;
        const people = createPeopleWrites(trx);
        if (!(await people.bumpAvatarVersion(pending.sub))) {
          // The picture before it is overwritten.
          await people.clearProfile(pending.sub, 'picture');
          return null;
        }
        // A removal that waits would remove the new picture.
        await trx
          .deleteFrom('avatar_uploads')
          .where('sub', '=', pending.sub)
          .where((eb) => eb.or([eb('key', '=', key), eb('is_removal', '=', true)]))
          .execute();
        return appendEntries(trx, [updatedEntry(pending.sub)], { now: clock.now() });
      });
      deliver(envelopes ?? []);
      return envelopes !== null;
    },

    async completeRemoval({ key, sub }) {
      const envelopes = await db.transaction().execute(async (trx) => {
        const removal = trx.deleteFrom('avatar_uploads').where('key', '=', key);
        if ((await removal.executeTakeFirst()).numDeletedRows === 1n) return [];
        // Another gateway has completed it, or an upload has.
        const { rows } = await sql`
          select from people
          where sub = ${sub} and (avatar_version > 0 or (hidden_profile ->> 'avatar_version')::int > 0)`.execute(
          trx,
        );
        if (rows.length === 0) return [];
        if (!(await createPeopleWrites(trx).clearProfile(sub, 'picture'))) return [];
        return appendEntries(trx, [updatedEntry(sub)], { now: clock.now() });
      });
      deliver(envelopes);
    },

    async remove(key) {
      // What became a removal meanwhile stays one.
      await db.deleteFrom('avatar_uploads').where('key', '=', key).where('is_removal', '=', false).execute();
    },
  };
}

const updatedEntry = (ref: string) => ({ stream: PUBLIC_STREAM, kind: 'profile.updated' as const, ref });

/** Reads a person's `avatar_version`; null when the person does not exist or is erased. */
export function createAvatarVersions(db: Db): (sub: string) => Promise<number | null> {
  return async (sub) => {
    const person = db.selectFrom('people').select('avatar_version');
    const found = await refuseWhenUnavailable(() =>
      person.where('sub', '=', sub).where('erased_at', 'is', null).executeTakeFirst(),
    );
    return found?.avatar_version ?? null;
  };
}
