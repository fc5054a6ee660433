import { sql } from 'kysely';
import { ERASED_NAME } from '@cruddur/shared';
import { userStream } from '../domain/events.ts';
import type { ErasureWrites } from '../domain/users/ports.ts';
import { awaitBurns, burn } from './activity-writes.ts';
import { mustBeOwn, type Transaction } from './transaction.ts';

/** So many at a time are done long before the store's time limits, and hold nobody up. */
const CRUDS = 50;
const MARKS = 500;

const MARKED = [
  { marks: sql.table('likes'), count: sql.ref('likes_count') },
  { marks: sql.table('reposts'), count: sql.ref('reposts_count') },
];

export function createErasureWrites(tx: Transaction): ErasureWrites {
  const { trx } = tx;
  return {
    async begin(sub, now) {
      mustBeOwn(tx);
      // Waits for what the person is doing in other transactions; who comes after it finds the tombstone.
      const { rows } = await sql<{ erased_at: Date | null; erasing: boolean }>`
        select erased_at, erasing from people where sub = ${sub} for update`.execute(trx);
      const [person] = rows;
      if (!person || (person.erased_at && !person.erasing)) return 'nothing to do';
      if (person.erased_at) return 'goes on';
      await trx
        .updateTable('people')
        .set({ display_name: ERASED_NAME, bio: '', email: '', avatar_version: 0, notifications_read_seq: 0 })
        .set({ erased_at: now, erasing: true })
        .where('sub', '=', sub)
        .execute();
      return 'begins';
    },

    async burnCruds(sub) {
      mustBeOwn(tx);
      await awaitBurns(trx);
      const { rows } = await sql<{ uuid: string; reply_to: string | null }>`
        select uuid, reply_to from activities where author = ${sub} limit ${CRUDS}`.execute(trx);
      const gone = await burn(trx, sql`uuid = any(${rows.map(({ uuid }) => uuid)}::uuid[])`);
      const parents = new Set(rows.flatMap(({ reply_to }) => reply_to ?? []));
      for (const uuid of gone) parents.delete(uuid);
      return { gone, parents: [...parents] };
    },

    async takeMarksBack(sub) {
      mustBeOwn(tx);
      await awaitBurns(trx);
      const unmarked = new Set<string>();
      for (const { marks, count } of MARKED) {
        const { rows } = await sql<{ uuid: string }>`
          with taken as (
            delete from ${marks} where person = ${sub} and activity in (
              select activity from ${marks} where person = ${sub} limit ${MARKS}
            ) returning activity
          )
          update activities set ${count} = ${count} - 1, version = version + 1
          where uuid in (select activity from taken) returning uuid`.execute(trx);
        for (const { uuid } of rows) unmarked.add(uuid);
      }
      return [...unmarked];
    },

    async leaveConversation(sub) {
      mustBeOwn(tx);
      const { rows } = await sql<{ uuid: string; other: string }>`
        select uuid, case when person_a = ${sub} then person_b else person_a end as other
        from message_groups where uuid in (select message_group from group_members where person = ${sub} limit 1)
        for no key update`.execute(trx);
      const [group] = rows;
      if (!group) return null;
      const { uuid } = group;
      const latest = sql`select coalesce(max(pos), 0) from messages where message_group = ${uuid}`;
      await sql`delete from messages where message_group = ${uuid} and author = ${sub}`.execute(trx);
      await sql`delete from group_members where message_group = ${uuid} and person = ${sub}`.execute(trx);
      // Nobody writes here any more, so no place is given out twice.
      await sql`update message_groups set head = (${latest}) where uuid = ${uuid}`.execute(trx);
      await sql`update group_members set read_pos = (${latest} and pos <= read_pos)
        where message_group = ${uuid}`.execute(trx);
      await sql`delete from message_groups where uuid = ${uuid}
        and not exists (select from group_members where message_group = ${uuid})`.execute(trx);
      return group;
    },

    async forgetTheRest(sub) {
      mustBeOwn(tx);
      await awaitBurns(trx);
      await sql`delete from notifications where actor = ${sub} or recipient = ${sub}`.execute(trx);
      await trx.deleteFrom('op').where('actor', '=', sub).execute();
      // The stream itself stays, empty: what others say to it at this moment must not fail.
      await sql`
        with cut as (update streams set tail = head where id = ${userStream(sub)} returning id, tail)
        delete from log using cut where log.stream = cut.id and log.seq <= cut.tail`.execute(trx);
    },

    async end(sub) {
      mustBeOwn(tx);
      await trx.updateTable('people').set({ erasing: false }).where('sub', '=', sub).execute();
    },
  };
}
