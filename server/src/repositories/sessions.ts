import { sql } from 'kysely';
import { describeDevice } from '../domain/sessions/describe-device.ts';
import type { SessionReads, SessionUseWrites } from '../domain/sessions/ports.ts';
import { createAdaptiveBatches } from './adaptive-batches.ts';
import { executeDelete } from './delete-activities.ts';
import type { Db, SessionsTable } from './tables.ts';

type SessionRow = Omit<SessionsTable, 'uuid' | 'person'> & { uuid: string };

const COLUMNS = ['uuid', 'origin_jti', 'device', 'handheld', 'signed_in_at', 'used_at'] as const;

const toStored = ({ uuid, origin_jti, device, handheld, signed_in_at, used_at }: SessionRow) => ({
  uuid,
  originJti: origin_jti,
  device,
  handheld,
  signedInAt: signed_in_at,
  usedAt: used_at,
});

export function createSessionReads(db: Db): SessionReads {
  return {
    async listSessions(sub, signedInAfter, limit) {
      const rows = await db
        .selectFrom('sessions')
        .select(COLUMNS)
        .where('person', '=', sub)
        .where('signed_in_at', '>', signedInAfter)
        .orderBy('used_at', 'desc')
        .orderBy('uuid')
        .limit(limit)
        .execute();
      return rows.map(toStored);
    },

    async findSession(sub, uuid) {
      const row = await db
        .selectFrom('sessions')
        .select(COLUMNS)
        .where('uuid', '=', uuid)
        .where('person', '=', sub)
        .executeTakeFirst();
      return row ? toStored(row) : null;
    },
  };
}

/** What is listed for a use that does not show its device. */
const UNKNOWN = describeDevice('');

export function createSessionUseWrites(db: Db): SessionUseWrites {
  return {
    async recordUses(uses) {
      // People and sessions are locked in one order, so that two gateways do not deadlock. An erasure that has begun locks nothing
      // that is written here, and deletes what was written before.
      await sql`
        with known as (
          select sub from people where sub = any(${uses.map(({ sub }) => sub)}::uuid[]) and erased_at is null
          order by sub for key share
        )
        insert into sessions as s (person, origin_jti, device, handheld, signed_in_at, used_at)
        select known.sub, u.origin_jti, coalesce(u.device, ${UNKNOWN.title}), coalesce(u.handheld, false), u.signed_in_at, u.used_at
        from unnest(
          ${uses.map(({ sub }) => sub)}::uuid[],
          ${uses.map(({ originJti }) => originJti)}::text[],
          ${uses.map(({ device }) => device?.title ?? null)}::text[],
          ${uses.map(({ device }) => device?.isHandheld ?? null)}::boolean[],
          ${uses.map(({ authTime }) => new Date(authTime * 1000))}::timestamptz[],
          ${uses.map(({ at }) => at)}::timestamptz[]
        ) as u (person, origin_jti, device, handheld, signed_in_at, used_at)
        join known on known.sub = u.person
        order by known.sub, u.origin_jti
        on conflict (person, origin_jti) do update set
          used_at = greatest(s.used_at, excluded.used_at),
          device = case when excluded.device = ${UNKNOWN.title} then s.device else excluded.device end,
          handheld = case when excluded.device = ${UNKNOWN.title} then s.handheld else excluded.handheld end`.execute(
        db,
      );
    },
  };
}

export interface OldSessions {
  /** No token of a sign-in from before this time is valid. */
  signedInBefore: Date;
  /** Sessions that were ended since are deleted; the ones before were, or are too old when their revocation is forgotten. */
  revokedAfter: Date;
  /** Exports from before this time are not counted any more. */
  exportedBefore: Date;
}

/**
 * Deletes sessions that have ended, by a revocation or by their age, and exports that are not counted any more. What another
 * gateway writes meanwhile is left to the next run.
 */
export async function deleteOldSessions(
  db: Db,
  { signedInBefore, revokedAfter, exportedBefore }: OldSessions,
): Promise<void> {
  await createAdaptiveBatches().run(async (size) => {
    const done = await executeDelete(
      db,
      sql`delete from sessions where uuid in (
        select uuid from sessions where signed_in_at < ${signedInBefore} limit ${size} for update skip locked)`,
    );
    return { done, more: done === size };
  });
  await sql`
    delete from sessions where uuid in (
      select s.uuid from revocations r
      join sessions s on s.person = r.sub and (s.origin_jti = r.origin_jti or s.signed_in_at < to_timestamp(r.all_before))
      where r.at > ${revokedAfter}
      for update of s skip locked)`.execute(db);
  await db.deleteFrom('exports').where('at', '<=', exportedBefore).execute();
}
