import { sql } from 'kysely';
import { REMOVED_MESSAGE } from '@cruddur/shared';
import type { LockedConversation, LockedMessage, MessageWrites } from '../domain/messages/ports.ts';
import { lifetimeMsOf, toLifetime } from './conversation-lifetimes.ts';
import type { Db } from './tables.ts';

export function createMessageWrites(trx: Db): MessageWrites {
  return {
    async lockForMember(uuid, sub) {
      const { rows } = await sql<LockedMessage>`
        select m.uuid, m.author, m.created_at, m.expires_at, m.removed_at is not null as "isRemoved",
          array(select gm.person::text from group_members gm where gm.message_group = g.uuid and gm.hidden_pos < m.pos) as readers
        from messages m join message_groups g on g.uuid = m.message_group
        where m.uuid = ${uuid} and ${sub}::uuid in (g.person_a, g.person_b) for update of m`.execute(trx);
      return rows[0] ?? null;
    },

    async removeText(uuid, now) {
      await trx
        .updateTable('messages')
        .set({ message: REMOVED_MESSAGE, removed_at: now })
        .where('uuid', '=', uuid)
        .execute();
    },

    async lockConversation(group, sub): Promise<LockedConversation | null> {
      const { rows } = await sql<{
        uuid: string;
        lifetime_ms: number | null;
        person_a: string;
        person_b: string;
        requested_by: string | null;
        request_deleted: boolean;
      }>`
        select uuid, lifetime_ms, person_a, person_b, requested_by, request_deleted from message_groups
        where uuid = ${group} and ${sub}::uuid in (person_a, person_b) for no key update`.execute(trx);
      const [row] = rows;
      if (!row) return null;
      const { uuid, lifetime_ms, person_a, person_b, requested_by: by, request_deleted: isDeleted } = row;
      return {
        uuid,
        lifetime: toLifetime(lifetime_ms),
        members: [person_a, person_b],
        request: by === null ? null : { by, isDeleted },
      };
    },

    async acceptRequest(group) {
      await trx.updateTable('message_groups').set({ requested_by: null }).where('uuid', '=', group).execute();
    },

    async deleteRequest(group, recipient) {
      await trx
        .updateTable('message_groups')
        .set({ request_deleted: true })
        .where('uuid', '=', group)
        .execute();
      await sql`update group_members m set hidden_pos = g.head from message_groups g
        where g.uuid = ${group} and m.message_group = g.uuid and m.person = ${recipient}`.execute(trx);
    },

    async setLifetime(group, { lifetime, by, at }) {
      await trx
        .updateTable('message_groups')
        .set({ lifetime_ms: lifetimeMsOf(lifetime), lifetime_by: by, lifetime_at: at })
        .where('uuid', '=', group)
        .execute();
    },
  };
}
