import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import { PUBLIC_STREAM, type Envelope } from '../domain/events.ts';
import type { ClaimedUpload, PendingUploads } from '../domain/avatars/ports.ts';
import { refuseWhenAway } from './failures.ts';
import { appendEntries } from './log.ts';
import { createPeopleWrites } from './people.ts';
import type { Db } from './tables.ts';
import { ownTransaction } from './transaction.ts';

const COLUMNS = ['key', 'avatar_uploads.sub', 'extension', 'expires_at as expiresAt'] as const;
const CLAIMED_MAX = 20;

/** @param deliver brings `profile.updated` out once a picture is finished */
export function createPendingUploads(
  db: Db,
  clock: Clock,
  deliver: (envelopes: readonly Envelope[]) => void,
): PendingUploads {
  return {
    async add({ key, sub, extension, expiresAt }) {
      const row = { key, sub, extension, expires_at: expiresAt };
      await refuseWhenAway(() => db.insertInto('avatar_uploads').values(row).execute());
    },

    async find(key) {
      const found = await db
        .selectFrom('avatar_uploads')
        .innerJoin('people', 'people.sub', 'avatar_uploads.sub')
        .select(COLUMNS)
        .where('key', '=', key)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return found ?? null;
    },

    of: (sub) => db.selectFrom('avatar_uploads').select(COLUMNS).where('sub', '=', sub).execute(),

    async claim(now, nextLook) {
      const { rows } = await sql<ClaimedUpload>`
        update avatar_uploads u set looked_at = ${nextLook}
        where u.key in (
          select key from avatar_uploads where looked_at is null or looked_at <= ${now}
          order by looked_at nulls first limit ${CLAIMED_MAX} for update skip locked
        )
        returning u.key, u.sub, u.extension, u.expires_at as "expiresAt",
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
        if (!(await createPeopleWrites(ownTransaction(trx)).bumpAvatarVersion(pending.sub))) return null;
        await trx.deleteFrom('avatar_uploads').where('key', '=', key).execute();
        const entries = [{ stream: PUBLIC_STREAM, kind: 'profile.updated' as const, ref: pending.sub }];
        return appendEntries(trx, { entries }, clock.now());
      });
      deliver(envelopes ?? []);
      return envelopes !== null;
    },

    async drop(key) {
      await db.deleteFrom('avatar_uploads').where('key', '=', key).execute();
    },
  };
}
