import { PUSH_RETENTION_MS, PUSH_SUBSCRIPTIONS_MAX, type PushChoice } from '@cruddur/shared';
import { sql } from 'kysely';
import type { PushReads, PushWrites } from '../domain/push/ports.ts';
import { executeDelete } from './delete-activities.ts';
import type { Db } from './tables.ts';

export function createPushReads(db: Db): PushReads {
  return {
    async findChoice({ sub, originJti }) {
      const { rows } = await sql<PushChoice>`
        select s.messages, s.replies, s.mentions from push_subscriptions s
        where s.owner = ${sub} and s.origin_jti = ${originJti}`.execute(db);
      return rows[0] ?? null;
    },
  };
}

export function createPushWrites(trx: Db): PushWrites {
  return {
    async save({ owner, originJti, authTime, endpointHash, host, choice, renewedAt, uuid, sealed }) {
      // Locked, so that an erasure deletes this subscription too, and of two concurrent ones the second one counts the first.
      const { rows } = await sql`
        select sub from people where sub = ${owner} and erased_at is null for no key update`.execute(trx);
      if (rows.length === 0) return false;
      await sql`delete from push_subscriptions
        where endpoint_hash = ${endpointHash} or (owner = ${owner} and origin_jti = ${originJti})`.execute(
        trx,
      );
      await sql`delete from push_subscriptions where uuid in (
        select uuid from push_subscriptions where owner = ${owner}
        order by renewed_at desc, uuid offset ${PUSH_SUBSCRIPTIONS_MAX - 1})`.execute(trx);
      // Another sign-in may save the subscription of the same browser at the same moment: the last one has it.
      await sql`
        insert into push_subscriptions
          (uuid, owner, origin_jti, auth_time, endpoint_hash, host, sealed, messages, replies, mentions, renewed_at)
        values (${uuid}, ${owner}, ${originJti}, ${authTime}, ${endpointHash}, ${host}, ${sealed},
          ${choice.messages}, ${choice.replies}, ${choice.mentions}, ${renewedAt})
        on conflict (endpoint_hash) do update set uuid = excluded.uuid, owner = excluded.owner,
          origin_jti = excluded.origin_jti, auth_time = excluded.auth_time, host = excluded.host, sealed = excluded.sealed,
          messages = excluded.messages, replies = excluded.replies, mentions = excluded.mentions,
          renewed_at = excluded.renewed_at`.execute(trx);
      return true;
    },

    async remove({ sub, originJti }) {
      await sql`delete from push_subscriptions where owner = ${sub} and origin_jti = ${originJti}`.execute(
        trx,
      );
    },
  };
}

/**
 * Deletes the subscriptions of ended sign-ins. A trigger does so at the end of a sign-in; this finds one that was saved at that very
 * moment, while the revocation is still known.
 */
export async function deleteEndedSubscriptions(db: Db): Promise<void> {
  await sql`delete from push_subscriptions s using revocations r
    where r.sub = s.owner and (r.origin_jti = s.origin_jti or s.auth_time < r.all_before)`.execute(db);
}

/** A notification that was not sent within a day is not sent any more. */
const QUEUED_MS = 86_400_000;

/** Deletes some subscriptions that were not renewed for long, and notifications that were not sent. @returns how many of each */
export async function deleteOldPushes(db: Db, now: Date, limit: number): Promise<number[]> {
  const renewedBefore = new Date(now.getTime() - PUSH_RETENTION_MS);
  const queuedBefore = new Date(now.getTime() - QUEUED_MS);
  return [
    await executeDelete(
      db,
      sql`delete from push_subscriptions where uuid in (
        select uuid from push_subscriptions where renewed_at <= ${renewedBefore}
        order by renewed_at limit ${limit} for update skip locked)`,
    ),
    await executeDelete(
      db,
      sql`delete from push_queue where id in (
        select id from push_queue where queued_at <= ${queuedBefore}
        order by queued_at limit ${limit} for update skip locked)`,
    ),
  ];
}
