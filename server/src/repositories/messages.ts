import { sql } from 'kysely';
import type { DirectMessage, MessageGroup, ReadState, ShortUser } from '@cruddur/shared';
import type { MessageReads } from '../domain/messages/ports.ts';
import { keysetBefore, readPage } from './snapshot.ts';
import type { Db } from './tables.ts';

interface MessageRow extends ShortUser {
  uuid: string;
  place: number;
  message: string;
  removed: boolean;
  created_at: Date;
}

type GroupRow = MessageRow & {
  message_uuid: string;
  own: boolean;
  unread: number;
  read_uuid: string | null;
};

const toMessage = (row: MessageRow): DirectMessage => ({
  uuid: row.uuid,
  display_name: row.display_name,
  handle: row.handle,
  cognito_user_uuid: row.cognito_user_uuid,
  avatar_version: row.avatar_version,
  message: row.message,
  ...(row.removed && { removed: true }),
  created_at: row.created_at.toISOString(),
});

const toGroup = (row: GroupRow): MessageGroup => ({
  ...toMessage(row),
  message_uuid: row.message_uuid,
  created_at: row.created_at.toISOString(),
  unread: row.unread,
  own: row.own,
  read_uuid: row.read_uuid,
});

/** The columns of `messages m join people p`. */
const MESSAGE_COLUMNS = sql<MessageRow>`m.uuid, m.pos as place, p.handle, p.display_name, p.sub as cognito_user_uuid,
  p.avatar_version, m.message, m.removed_at is not null as removed, m.created_at`;

/**
 * The number of unread messages; `g` is the member's row. Positions have no gaps and sending a message moves the sender's read
 * mark to it, so every position after the mark is an unread message of the other member.
 */
export const unreadCountOfMember = sql<number>`(select mg.head - g.read_pos from message_groups mg where mg.uuid = g.message_group)`;

export function createMessageReads(db: Db): MessageReads {
  return {
    async readGroups(sub, view) {
      const page = await readPage(
        db,
        view,
        sql<GroupRow>`
          select g.message_group as uuid, g.last_seq as place, o.handle, o.display_name, o.sub as cognito_user_uuid, o.avatar_version,
            m.uuid as message_uuid, m.message, m.removed_at is not null as removed, m.created_at, m.author = g.person as own,
            ${unreadCountOfMember} as unread,
            (select r.uuid from group_members t join messages r on r.message_group = t.message_group and r.pos = t.read_pos
              where t.message_group = g.message_group and t.person = o.sub) as read_uuid
          from group_members g
          join message_groups mg on mg.uuid = g.message_group
          join messages m on m.message_group = mg.uuid and m.pos = mg.head
          join people o on o.sub = case when mg.person_a = g.person then mg.person_b else mg.person_a end
          where g.person = ${sub} and ${keysetBefore(view.before, sql`g.last_seq`, sql`g.message_group`)}
          order by g.last_seq desc, g.message_group desc limit ${view.limit + 1}`,
      );
      return { data: page.rows.map(toGroup), cursors: page.cursors, next: page.next };
    },

    async readPage(group, sub, view) {
      const member = await db
        .selectFrom('group_members')
        .select('person')
        .where('message_group', '=', group)
        .where('person', '=', sub)
        .executeTakeFirst();
      if (!member) return null;
      const page = await readPage(
        db,
        view,
        sql<MessageRow>`
          select ${MESSAGE_COLUMNS}
          from messages m
          join group_members g on g.message_group = m.message_group and g.person = ${sub}
          join people p on p.sub = m.author
          where m.message_group = ${group} and ${keysetBefore(view.before, sql`m.pos`, sql`m.uuid`)}
          order by m.pos desc limit ${view.limit + 1}`,
      );
      return { data: page.rows.map(toMessage).reverse(), cursors: page.cursors, next: page.next };
    },

    async find(uuid) {
      const { rows } = await sql<MessageRow>`
        select ${MESSAGE_COLUMNS}
        from messages m join people p on p.sub = m.author where m.uuid = ${uuid}`.execute(db);
      return rows[0] ? toMessage(rows[0]) : null;
    },

    async countUnread(sub) {
      const { rows } = await sql<{ unread: number }>`
        select coalesce(sum(${unreadCountOfMember}), 0)::bigint as unread
        from group_members g where g.person = ${sub} and (g.head is null or g.head > g.read_pos)`.execute(db);
      return rows[0]?.unread ?? 0;
    },

    async findReadState(group, sub) {
      const { rows } = await sql<ReadState>`
        select g.message_group as message_group_uuid, m.uuid as read_uuid, ${unreadCountOfMember} as unread
        from group_members g
        join messages m on m.message_group = g.message_group and m.pos = greatest(g.read_pos, 1)
        where g.message_group = ${group} and g.person = ${sub}`.execute(db);
      return rows[0] ?? null;
    },

    async findOtherMembers(group, sub) {
      const members = await db
        .selectFrom('group_members as g')
        .innerJoin('people as p', 'p.sub', 'g.person')
        .select(['p.sub', 'p.handle', 'p.display_name', 'p.sub as cognito_user_uuid', 'p.avatar_version'])
        .where('g.message_group', '=', group)
        .execute();
      return members.some((member) => member.sub === sub)
        ? members.filter((member) => member.sub !== sub)
        : null;
    },
  };
}
