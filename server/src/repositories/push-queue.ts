import { sql } from 'kysely';
import type { PushKind } from '@cruddur/shared';
import type { DuePush, PushQueue } from '../domain/push/ports.ts';
import { isUnexpiredAt } from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import { isNotMutedBy } from './mutes.ts';
import type { Db } from './tables.ts';

/** Longer than one attempt lasts: a claim of a gateway that has died is then another one's. */
const CLAIM_MS = 120_000;

interface DueRow {
  id: number;
  attempts: number;
  kind: PushKind;
  owner: string;
  subscription: string;
  sealed: string;
  origin_jti: string;
  auth_time: number;
  text: string;
  expires_at: Date | null;
  message_group: string | null;
  activity: string | null;
  author: string;
}

export function createPushQueue(db: Db): PushQueue {
  const remove = async (ids: readonly number[]) => {
    await sql`delete from push_queue where id = any(${[...ids]}::bigint[])`.execute(db);
  };

  async function claim(now: Date, limit: number, except: readonly string[]): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      update push_queue set attempts = attempts + 1, next_at = ${new Date(now.getTime() + CLAIM_MS)}
      where id in (select id from push_queue
        where next_at <= ${now} and owner <> all(${[...except]}::uuid[])
        order by next_at, id limit ${limit} for update skip locked)
      returning id`.execute(db);
    return rows.map(({ id }) => id);
  }

  /** Those of which their owner may still be told: chosen, unread, unexpired, by a person who is neither hidden nor muted. */
  async function load(ids: readonly number[], now: Date): Promise<DueRow[]> {
    const { rows } = await sql<DueRow>`
      select q.id, q.attempts, q.kind, q.owner, s.uuid as subscription, s.sealed, s.origin_jti, s.auth_time,
        coalesce(m.message, a.message) as text, coalesce(m.expires_at, a.expires_at) as expires_at,
        m.message_group, a.uuid as activity, p.handle as author
      from push_queue q
      join push_subscriptions s on s.uuid = q.subscription and s.owner = q.owner
        and case q.kind when 'messages' then s.messages when 'replies' then s.replies else s.mentions end
      join people me on me.sub = q.owner and me.erased_at is null and not me.suspended
      left join messages m on q.kind = 'messages' and m.uuid = q.subject and m.removed_at is null
        and (m.expires_at is null or m.expires_at > ${now})
      left join group_members g on g.message_group = m.message_group and g.person = q.owner
      left join notifications n on q.kind <> 'messages' and n.uuid = q.subject
      left join activities a on a.uuid = n.activity and ${isUnexpiredAt(now)}
      join people p on p.sub = coalesce(m.author, a.author) and p.erased_at is null and not p.suspended
      where q.id = any(${[...ids]}::bigint[])
        and case when q.kind = 'messages' then m.pos > g.read_pos else n.seq > me.notifications_read_seq end
        and ${isVisibleTo(sql`me.sub`, sql`p.sub`)} and ${isNotMutedBy(sql`me.sub`, sql`p.sub`, now)}`.execute(
      db,
    );
    return rows;
  }

  return {
    remove,
    async claimDue(now, limit, except) {
      const ids = await claim(now, limit, except);
      if (ids.length === 0) return null;
      const rows = await load(ids, now);
      const kept = new Set(rows.map(({ id }) => id));
      const dropped = ids.filter((id) => !kept.has(id));
      if (dropped.length > 0) await remove(dropped);
      return rows.map(toDuePush);
    },
    async release(ids, now) {
      await sql`update push_queue set attempts = attempts - 1, next_at = ${now}
        where id = any(${[...ids]}::bigint[])`.execute(db);
    },
    async retryAt(id, at) {
      await sql`update push_queue set next_at = ${at} where id = ${id}`.execute(db);
    },
    async dropFor(owners) {
      // A claim of another gateway must not be waited for: what it sends is on its way.
      await sql`delete from push_queue where id in (
        select id from push_queue where owner = any(${[...owners]}::uuid[]) for update skip locked)`.execute(
        db,
      );
    },
    async endSubscription(uuid) {
      await sql`delete from push_subscriptions where uuid = ${uuid}`.execute(db);
    },
  };
}

function toDuePush(row: DueRow): DuePush {
  const { id, attempts, kind, owner, text, sealed } = row;
  const subject: DuePush['subject'] =
    row.message_group === null
      ? { kind: 'crud', uuid: row.activity ?? '', author: row.author }
      : { kind: 'message', group: row.message_group };
  return {
    ...{ id, attempts, kind, owner, text, subject, expiresAt: row.expires_at },
    subscription: { uuid: row.subscription, originJti: row.origin_jti, authTime: row.auth_time, sealed },
  };
}
