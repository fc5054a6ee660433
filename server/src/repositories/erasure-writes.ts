import { sql } from 'kysely';
import { ERASED_NAME } from '@cruddur/shared';
import { userStream } from '../domain/streams.ts';
import type { ErasureWrites } from '../domain/users/ports.ts';
import { burnActivities } from './burn-activities.ts';
import { lockDeletions } from './delete-activities.ts';
import type { Db } from './tables.ts';

/** Rows per step: far below the store's time limits, so that a step does not block other writes for long. */
const CRUDS_PER_STEP = 100;
const MARKS_PER_STEP = 500;
const ROWS_PER_STEP = 2000;

const MARKED = [
  { marks: sql.table('likes'), count: sql.ref('likes_count') },
  { marks: sql.table('reposts'), count: sql.ref('reposts_count') },
];

/** The columns whose rows are deleted with the person. */
const OWNED = [
  ['notifications', 'actor'],
  ['notifications', 'recipient'],
  ['reports', 'person'],
  ['reports', 'reporter'],
  ['blocks', 'blocker'],
  ['blocks', 'blocked'],
  ['mutes', 'owner'],
  ['mutes', 'person'],
  ['sessions', 'person'],
  ['exports', 'person'],
  ['push_subscriptions', 'owner'],
  ['push_queue', 'owner'],
  ['operations', 'actor'],
] as const;

export function createErasureWrites(trx: Db): ErasureWrites {
  return {
    async startErasure(sub, now) {
      // Waits for concurrent transactions of the person; later ones find the tombstone.
      const { rows } = await sql<{ erased_at: Date | null; erasing: boolean }>`
        select erased_at, erasing from people where sub = ${sub} for update`.execute(trx);
      const [person] = rows;
      if (!person || (person.erased_at && !person.erasing)) return 'already erased';
      if (person.erased_at) return 'resumed';
      await trx
        .updateTable('people')
        .set({ display_name: ERASED_NAME, bio: '', email: '', avatar_version: 0, notifications_read_seq: 0 })
        .set({ erased_at: now, erasing: true })
        .where('sub', '=', sub)
        .execute();
      return 'started';
    },

    async burnCruds(sub) {
      const { rows } = await sql<{ uuid: string; reply_to: string | null }>`
        select uuid, reply_to from activities where author = ${sub} order by pos desc limit ${CRUDS_PER_STEP}`.execute(
        trx,
      );
      if (rows.length === 0) return { deleted: [], parents: [], complete: true, recounted: [] };
      await lockDeletions(trx);
      const { deleted, complete, recounted } = await burnActivities(
        trx,
        rows.map(({ uuid }) => uuid),
      );
      const parents = new Set(rows.flatMap(({ reply_to }) => reply_to ?? []));
      for (const uuid of deleted) parents.delete(uuid);
      return { deleted, parents: [...parents], complete, recounted };
    },

    async removeMarks(sub) {
      await lockDeletions(trx);
      const unmarked = new Set<string>();
      let more = false;
      for (const { marks, count } of MARKED) {
        // Marks of deleted cruds may be left, so the number of updated cruds does not show how many marks were deleted.
        const { rows } = await sql<{ taken: number; uuid: string | null }>`
          with mark_deletes as (
            delete from ${marks} where person = ${sub} and activity in (
              select activity from ${marks} where person = ${sub} limit ${MARKS_PER_STEP}
            ) returning activity
          ), crud_updates as (
            update activities set ${count} = ${count} - 1, version = version + 1
            where uuid in (select activity from mark_deletes) returning uuid
          )
          select (select count(*) from mark_deletes) as taken, crud_updates.uuid
          from (select) as one left join crud_updates on true`.execute(trx);
        for (const { uuid } of rows) if (uuid !== null) unmarked.add(uuid);
        more ||= (rows[0]?.taken ?? 0) > 0;
      }
      return { unmarked: [...unmarked], more };
    },

    async leaveConversation(sub) {
      const { rows } = await sql<{ uuid: string; other: string; isKnown: boolean }>`
        select uuid, case when person_a = ${sub} then person_b else person_a end as other,
          not (request_deleted and requested_by = ${sub}) as "isKnown"
        from message_groups where uuid in (select message_group from group_members where person = ${sub} limit 1)
        for no key update`.execute(trx);
      const [group] = rows;
      if (!group) return null;
      const { uuid } = group;
      const removed = await sql`
        delete from messages where uuid in (
          select uuid from messages where message_group = ${uuid} and author = ${sub} limit ${ROWS_PER_STEP}
        )`.execute(trx);
      if (Number(removed.numAffectedRows) === ROWS_PER_STEP) return { ...group, hasLeft: false };
      const latest = sql`select coalesce(max(pos), 0) from messages where message_group = ${uuid}`;
      await sql`delete from group_members where message_group = ${uuid} and person = ${sub}`.execute(trx);
      // An erased member ends the conversation, so no position is assigned twice.
      await sql`update message_groups set head = (${latest}) where uuid = ${uuid}`.execute(trx);
      await sql`update group_members set read_pos = (${latest} and pos <= read_pos)
        where message_group = ${uuid}`.execute(trx);
      await sql`delete from message_groups where uuid = ${uuid}
        and not exists (select from group_members where message_group = ${uuid})`.execute(trx);
      return { ...group, hasLeft: true };
    },

    async deleteSomeRows(sub) {
      await lockDeletions(trx);
      const deletes = OWNED.map(([table, column], index) => {
        const rows = sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${sub} limit ${ROWS_PER_STEP}`;
        return sql`${sql.ref(`delete_${index}`)} as (
          delete from ${sql.table(table)} where ctid = any(array(${rows})) returning 1
        )`;
      });
      const counts = OWNED.map((_, index) => sql`(select count(*) from ${sql.table(`delete_${index}`)})`);
      // One statement, because other deletions wait for the lock. The stream itself stays, empty: concurrent appends to it must not fail.
      const { rows } = await sql<{ more: boolean }>`
        with ${sql.join(deletes)}, reason_updates as (
          update operator_actions set reason = null where ctid = any(array(
            select ctid from operator_actions where person = ${sub} and reason is not null limit ${ROWS_PER_STEP}
          )) returning 1
        ), new_tail as (
          update streams set tail = least(head, tail + ${ROWS_PER_STEP}::bigint) where id = ${userStream(sub)}
          returning id, tail
        ), log_deletes as (
          delete from log using new_tail where log.stream = new_tail.id and log.seq <= new_tail.tail returning 1
        )
        select ${ROWS_PER_STEP} in (
          ${sql.join(counts)}, (select count(*) from reason_updates), (select count(*) from log_deletes)
        ) as more`.execute(trx);
      return rows[0]?.more ?? false;
    },

    async finishErasure(sub) {
      // A suspension ends last: until then it hides the cruds that the steps before have not burned yet. And until the person has left
      // the conversations, the read marks stay hidden.
      await trx
        .updateTable('people')
        .set({ erasing: false, suspended: false, suspended_until: null })
        .set({ shares_reads: true, shares_typing: true, shares_presence: true })
        .set({ messages_from: 'everyone' })
        .where('sub', '=', sub)
        .execute();
    },
  };
}
