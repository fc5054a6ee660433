import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { MessageWrites } from '../domain/messages/ports.ts';
import type { Db } from './tables.ts';

export function createMessageWrites(trx: Db): MessageWrites {
  const groupOf = (a: string, b: string) =>
    trx
      .selectFrom('message_groups')
      .select('uuid')
      .where('person_a', '=', a)
      .where('person_b', '=', b)
      .executeTakeFirst();

  return {
    async members(group, sub) {
      const found = await trx
        .selectFrom('message_groups')
        .select(['person_a', 'person_b'])
        .where('uuid', '=', group)
        .where((eb) => eb.or([eb('person_a', '=', sub), eb('person_b', '=', sub)]))
        .forNoKeyUpdate()
        .executeTakeFirst();
      return found ? [found.person_a, found.person_b] : null;
    },

    async personByHandle(handle) {
      const found = await trx
        .selectFrom('people')
        .select('sub')
        .where('handle', '=', handle.toLowerCase())
        .where('erased_at', 'is', null)
        .forKeyShare()
        .executeTakeFirst();
      return found?.sub ?? null;
    },

    async groupOf(pair, now) {
      const [a, b] = pair[0] < pair[1] ? pair : ([pair[1], pair[0]] as const);
      const there = await groupOf(a, b);
      if (there) return { uuid: there.uuid, isNew: false };
      const made = await trx
        .insertInto('message_groups')
        .values({ uuid: randomUUID(), person_a: a, person_b: b, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('uuid')
        .executeTakeFirst();
      if (!made) {
        // Another transaction made it while this one waited on the unique pair.
        const other = await groupOf(a, b);
        if (!other) throw new Error('a conversation vanished');
        return { uuid: other.uuid, isNew: false };
      }
      await trx
        .insertInto('group_members')
        .values([a, b].map((person) => ({ message_group: made.uuid, person })))
        .execute();
      return { uuid: made.uuid, isNew: true };
    },

    async insert(message) {
      const { head } = await trx
        .updateTable('message_groups')
        .set((eb) => ({ head: eb('head', '+', 1) }))
        .where('uuid', '=', message.message_group)
        .returning('head')
        .executeTakeFirstOrThrow();
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('messages')
        .values({ ...message, pos: head })
        .onConflict((conflict) => conflict.column('uuid').doNothing())
        .executeTakeFirstOrThrow();
      // The operation is older than the operations we remember.
      if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('operation_id_reused');
      await trx
        .updateTable('group_members')
        .set({ read_pos: head })
        .where('message_group', '=', message.message_group)
        .where('person', '=', message.author)
        .execute();
    },

    async markRead(group, sub, message) {
      const moved = await sql`
        update group_members g set read_pos = m.pos from messages m
        where m.uuid = ${message} and m.message_group = ${group}
          and g.message_group = ${group} and g.person = ${sub} and g.read_pos < m.pos`.execute(trx);
      return moved.numAffectedRows === 1n;
    },
  };
}
