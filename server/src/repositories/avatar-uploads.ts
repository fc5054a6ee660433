import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
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
      const row = { key, sub, extension, expires_at: expiresAt };
      await refuseWhenUnavailable(() => db.insertInto('avatar_uploads').values(row).execute());
    },

    async find(key) {
      const found = await db
        .selectFrom('avatar_uploads')
        .innerJoin('people', 'people.sub', 'avatar_uploads.sub')
        .select([...COLUMNS, 'receiving_until as receivingUntil'])
        .where('key', '=', key)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return found ? { ...found, isErased: false } : null;
    },

    async claimForPut(key, now, until) {
      // Of two concurrent PUTs the second waits for the row lock of the first and then finds its claim.
      const { rows } = await refuseWhenUnavailable(() =>
        sql<{ sub: string }>`
          update avatar_uploads u set receiving_until = ${until}
          where u.key = ${key} and (u.receiving_until is null or u.receiving_until <= ${now})
            and exists (select from people p where p.sub = u.sub and p.erased_at is null)
          returning u.sub`.execute(db),
      );
      return rows[0]?.sub ?? null;
    },

    async releaseClaim(key) {
      await db.updateTable('avatar_uploads').set({ receiving_until: null }).where('key', '=', key).execute();
    },

    findByPerson: (sub) => db.selectFrom('avatar_uploads').select(COLUMNS).where('sub', '=', sub).execute(),

    async claimDue(now, nextLook) {
      const { rows } = await sql<ClaimedUpload>`
        update avatar_uploads u set looked_at = ${nextLook}
        where u.key in (
          select key from avatar_uploads where looked_at is null or looked_at <= ${now}
          order by looked_at nulls first limit ${CLAIMED_MAX} for update skip locked
        )
        returning u.key, u.sub, u.extension, u.expires_at as "expiresAt",
          u.receiving_until as "receivingUntil",
          exists (select from people p where p.sub = u.sub and p.erased_at is not null) as "isErased"`.execute(
        db,
      );
      return rows;
    },

    async complete(key) {
      const envelopes = await db.transaction().execute(async (trx) => {
        const pending = await trx
          .selectFrom('avatar_uploads')
          .select('sub')
          .where('key', '=', key)
          .forUpdate()
          .executeTakeFirst();
        if (!pending) return [];
        if (!(await createPeopleWrites(trx).bumpAvatarVersion(pending.sub))) return null;
        await trx.deleteFrom('avatar_uploads').where('key', '=', key).execute();
        const entries = [{ stream: PUBLIC_STREAM, kind: 'profile.updated' as const, ref: pending.sub }];
        return appendEntries(trx, entries, clock.now());
      });
      deliver(envelopes ?? []);
      return envelopes !== null;
    },

    async remove(key) {
      await db.deleteFrom('avatar_uploads').where('key', '=', key).execute();
    },
  };
}

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
