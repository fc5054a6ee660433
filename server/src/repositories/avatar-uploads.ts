import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import { PUBLIC_STREAM, type Envelope } from '../domain/events.ts';
import type { PendingUpload, PendingUploads } from '../domain/avatars/ports.ts';
import { appendEntries } from './log.ts';
import { createPeopleWrites } from './people.ts';
import type { Db } from './tables.ts';

const COLUMNS = ['key', 'sub', 'extension', 'expires_at as expiresAt'] as const;
const CLAIMED_MAX = 20;

/** @param deliver brings `profile.updated` out once a picture is finished */
export function createPendingUploads(
  db: Db,
  clock: Clock,
  deliver: (envelopes: readonly Envelope[]) => void,
): PendingUploads {
  return {
    async add({ key, sub, extension, expiresAt }) {
      await db.insertInto('avatar_uploads').values({ key, sub, extension, expires_at: expiresAt }).execute();
    },

    async find(key) {
      const found = await db
        .selectFrom('avatar_uploads')
        .select(COLUMNS)
        .where('key', '=', key)
        .executeTakeFirst();
      return found ?? null;
    },

    async claim(now, nextLook) {
      const { rows } = await sql<PendingUpload>`
        update avatar_uploads u set looked_at = ${nextLook}
        where u.key in (
          select key from avatar_uploads where looked_at is null or looked_at <= ${now}
          order by looked_at nulls first limit ${CLAIMED_MAX} for update skip locked
        )
        returning u.key, u.sub, u.extension, u.expires_at as "expiresAt"`.execute(db);
      return rows;
    },

    async complete(key) {
      const envelopes = await db.transaction().execute(async (trx) => {
        const done = await trx
          .deleteFrom('avatar_uploads')
          .where('key', '=', key)
          .returning('sub')
          .executeTakeFirst();
        if (!done) return [];
        await createPeopleWrites(trx).bumpAvatarVersion(done.sub);
        const entries = [{ stream: PUBLIC_STREAM, kind: 'profile.updated' as const, ref: done.sub }];
        return appendEntries(trx, entries, clock.now());
      });
      deliver(envelopes);
    },

    async drop(key) {
      await db.deleteFrom('avatar_uploads').where('key', '=', key).execute();
    },
  };
}
