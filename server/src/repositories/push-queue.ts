import { sql } from 'kysely';
import type { PushKind } from '@cruddur/shared';
import type { DuePush, PushClaim, PushQueue } from '../domain/push/ports.ts';
import { isUnexpiredAt } from './activity-rows.ts';
import { isVisibleTo } from './hidden-people.ts';
import { isNotMutedBy } from './mutes.ts';
import type { Db } from './tables.ts';

/** Longer than one attempt lasts: a claim of a gateway that has died is then another one's. */
const CLAIM_MS = 120_000;

/** Rows that one statement marks as due: an embedded store runs in the thread of the gateway. */
const MARKED_MAX = 500;

/** Messages that are compared with muted words, from the last one. */
const CANDIDATES_MAX = 20;

interface DueRow {
  id: number;
  host: string;
  version: string;
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
  /** @returns how many have become due */
  async function markDue(now: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      update push_queue set due = true where id in (
        select id from push_queue where not due and next_at <= ${now}
        order by next_at limit ${MARKED_MAX} for update skip locked)`.execute(db);
    return Number(numAffectedRows);
  }

  /**
   * Steps from person to person in the index of what is due, so that neither the length of a queue, nor the people in `except`, nor
   * those with nothing due cost anything.
   */
  async function claimRows({ host, now, limit, except, after }: PushClaim) {
    const { rows } = await sql<{ id: number; owner: string }>`
      with recursive turns as (
        (select owner from push_queue where due and host = ${host} and (${after}::uuid is null or owner > ${after}::uuid)
          order by owner limit 1)
        union all
        select (select q.owner from push_queue q where q.due and q.host = ${host} and q.owner > turns.owner
          order by q.owner limit 1)
        from turns where turns.owner is not null
      ), due as (
        select first.id from turns cross join lateral (
          select q.id from push_queue q
          where q.due and q.host = ${host} and q.owner = turns.owner and q.next_at <= ${now}
          order by q.next_at, q.id limit 1 for update skip locked) as first
        where turns.owner <> all(${[...except]}::uuid[]) limit ${limit}
      )
      update push_queue set due = false, attempts = attempts + 1, next_at = ${new Date(now.getTime() + CLAIM_MS)}
      where id in (select id from due) returning id, owner`.execute(db);
    return rows;
  }

  /** Those of which their owner may still be told: chosen, unread, unexpired, by a person who is neither hidden nor muted. */
  async function load(ids: readonly number[], now: Date): Promise<DueRow[]> {
    const { rows } = await sql<DueRow>`
      select q.id, q.host, q.subject as version, q.attempts, q.kind, q.owner, s.uuid as subscription, s.sealed,
        s.origin_jti, s.auth_time, coalesce(m.message, a.message) as text,
        coalesce(m.expires_at, a.expires_at) as expires_at, m.message_group, a.uuid as activity, p.handle as author
      from push_queue q
      join push_subscriptions s on s.uuid = q.subscription and s.owner = q.owner
        and case q.kind when 'messages' then s.messages when 'replies' then s.replies else s.mentions end
      join people me on me.sub = q.owner and me.erased_at is null and not me.suspended
      left join messages last on q.kind = 'messages' and last.uuid = q.subject
      left join group_members g on g.message_group = last.message_group and g.person = q.owner
      left join lateral (select * from messages m where m.message_group = g.message_group and m.pos > g.read_pos
        and m.author <> q.owner and m.removed_at is null and (m.expires_at is null or m.expires_at > ${now})
        order by m.pos desc limit ${CANDIDATES_MAX}) m on true
      left join notifications n on q.kind <> 'messages' and n.uuid = q.subject
      left join activities a on a.uuid = n.activity and ${isUnexpiredAt(now)}
      join people p on p.sub = coalesce(m.author, a.author) and p.erased_at is null and not p.suspended
      where q.id = any(${[...ids]}::bigint[])
        and (q.kind = 'messages' or n.seq > me.notifications_read_seq)
        and ${isVisibleTo(sql`me.sub`, sql`p.sub`)} and ${isNotMutedBy(sql`me.sub`, sql`p.sub`, now)}
      order by q.id, m.pos desc`.execute(db);
    return rows;
  }

  return {
    async findDueHosts(now) {
      let marked;
      do marked = await markDue(now);
      while (marked === MARKED_MAX);
      const { rows } = await sql<{ host: string }>`
        with recursive hosts as (
          (select host from push_queue where due order by host limit 1)
          union all
          select (select q.host from push_queue q where q.due and q.host > hosts.host order by q.host limit 1)
          from hosts where hosts.host is not null
        )
        select host from hosts where host is not null order by host`.execute(db);
      return rows.map(({ host }) => host);
    },
    async claimDue(claim) {
      const claimed = await claimRows(claim);
      const last = claimed
        .map(({ owner }) => owner)
        .toSorted()
        .at(-1);
      if (last === undefined) return null;
      const ids = claimed.map(({ id }) => id);
      const rows = await load(ids, claim.now);
      const due = ids.map((id) => toDuePush(rows.filter((row) => row.id === id)));
      const dropped = ids.filter((_, n) => due[n] === undefined);
      if (dropped.length > 0)
        await sql`delete from push_queue where id = any(${dropped}::bigint[])`.execute(db);
      return { last, due: due.filter((push) => push !== undefined) };
    },
    async settle({ id, version }, now) {
      const { numAffectedRows } = await sql`
        delete from push_queue where id = ${id} and subject = ${version}`.execute(db);
      if (numAffectedRows === 0n)
        await sql`update push_queue set due = true, attempts = 0, next_at = ${now} where id = ${id}`.execute(
          db,
        );
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

/** @param rows one for each candidate */
function toDuePush(rows: readonly DueRow[]): DuePush | undefined {
  const [row, ...others] = rows;
  if (!row) return undefined;
  const { id, host, version, attempts, kind, owner, sealed } = row;
  const subject: DuePush['subject'] =
    row.message_group === null
      ? { kind: 'crud', uuid: row.activity ?? '', author: row.author }
      : { kind: 'message', group: row.message_group };
  const toCandidate = ({ text, expires_at }: DueRow) => ({ text, expiresAt: expires_at });
  return {
    ...{ id, host, version, attempts, kind, owner, subject },
    candidates: [toCandidate(row), ...others.map(toCandidate)],
    subscription: { uuid: row.subscription, originJti: row.origin_jti, authTime: row.auth_time, sealed },
  };
}
