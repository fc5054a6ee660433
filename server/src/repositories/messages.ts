import { sql, type RawBuilder } from 'kysely';
import {
  REQUEST_MESSAGES_MAX,
  type DirectMessage,
  type MessageGroup,
  type ReadState,
  type RequestState,
  type ShortUser,
} from '@cruddur/shared';
import type { MessageReads } from '../domain/messages/ports.ts';
import { toConversationLifetime, type LifetimeRow } from './conversation-lifetimes.ts';
import type { View } from '../domain/paging.ts';
import { isVisibleTo } from './hidden-people.ts';
import { doShareReads } from './privacy.ts';
import { keysetBefore, readPage, readSnapshot, rowsOfPage } from './snapshot.ts';
import type { Db } from './tables.ts';

interface MessageRow extends ShortUser {
  uuid: string;
  pos: number;
  message: string;
  removed: boolean;
  expires_at: Date | null;
  created_at: Date;
}

type GroupRow = MessageRow & {
  /** Null when all messages have disappeared. */
  message_uuid: string | null;
  own: boolean;
  unread: number;
  unread_until: Date | null;
  read_uuid: string | null;
  request: MessageGroup['request'] | null;
};

const toMessage = (row: MessageRow): DirectMessage => ({
  uuid: row.uuid,
  display_name: row.display_name,
  handle: row.handle,
  cognito_user_uuid: row.cognito_user_uuid,
  avatar_version: row.avatar_version,
  message: row.message,
  ...(row.removed && { removed: true }),
  ...(row.expires_at && { expires_at: row.expires_at.toISOString() }),
  created_at: row.created_at.toISOString(),
});

const toGroup = (row: GroupRow): MessageGroup => ({
  ...toMessage(row),
  ...(row.message_uuid !== null && { message_uuid: row.message_uuid }),
  created_at: row.created_at.toISOString(),
  unread: row.unread,
  ...(row.unread_until && { unread_until: row.unread_until.toISOString() }),
  own: row.own,
  read_uuid: row.read_uuid,
  ...(row.request && { request: row.request }),
});

/** The columns of `messages m join people p`. */
const MESSAGE_COLUMNS = sql<MessageRow>`m.uuid, m.pos, p.handle, p.display_name, p.sub as cognito_user_uuid,
  p.avatar_version, m.message, m.removed_at is not null as removed, m.expires_at, m.created_at`;

/** True for rows of `messages m` that have not expired. As a number: see `isUnexpiredAt` of cruds. */
export const isMessageUnexpiredAt = (now: Date): RawBuilder<boolean> =>
  sql`(coalesce(m.expires_at, 'infinity') > ${now}::timestamptz)::int <> 0`;

/** Unread messages that are counted one by one, in a conversation with a lifetime. */
const UNREAD_COUNTED_MAX = 1000;

/** The first unexpired messages of the other member after the read mark; `g` is the member's row. */
const unreadMessages = (now: Date) => sql`from (
  select m.expires_at from messages m
  where m.message_group = g.message_group and m.pos > g.read_pos and ${isMessageUnexpiredAt(now)}
  order by m.pos limit ${sql.lit(UNREAD_COUNTED_MAX)}) m`;

/**
 * The number of unread messages; `g` is the member's row. Sending a message moves the sender's read mark to it, so every message after
 * the mark is an unread one of the other member. Positions have no gaps in a conversation that never had a lifetime.
 */
export const unreadCountOfMember = (now: Date) => sql<number>`(
  select case when mg.lifetime_at is null then mg.head - g.read_pos else (select count(*) ${unreadMessages(now)}) end
  from message_groups mg where mg.uuid = g.message_group)`;

/** When the first unread message expires. */
const unreadUntilOfMember = (now: Date) => sql<Date | null>`(
  select case when mg.lifetime_at is not null then (select min(m.expires_at) ${unreadMessages(now)}) end
  from message_groups mg where mg.uuid = g.message_group)`;

/** The latest message up to a position that has not expired; `g` names the conversation. */
export const readMessageUpTo = (position: RawBuilder<unknown>, now: Date) => sql<string | null>`(
  select m.uuid from messages m
  where m.message_group = g.message_group and m.pos <= ${position} and ${isMessageUnexpiredAt(now)}
  order by m.pos desc limit 1)`;

/** The read mark of the other member `o`. */
const OTHER_READ_POSITION = sql`(select t.read_pos from group_members t where t.message_group = g.message_group and t.person = o.sub)`;

/** How a conversation `mg` stands for one of its members. */
export const requestStateFor = (member: RawBuilder<unknown>): RawBuilder<RequestState['state']> => sql`case
  when mg.requested_by is null then 'open' when mg.requested_by = ${member} then 'sent'
  when mg.request_deleted then 'deleted' else 'received' end`;

/**
 * How many messages a person's request `mg` to `o` still takes, by the rule of `admit_message`; null when `o` takes any. The sender of
 * a deleted one sees no difference.
 */
const messagesLeftFor = (sub: string, now: Date) => sql<number | null>`case
  when mg.requested_by = ${sub}::uuid and (o.messages_from = 'none'
    or o.messages_from = 'known' and not has_replied_to(o.sub, ${sub}::uuid, ${now}::timestamptz))
  then greatest(${sql.lit(REQUEST_MESSAGES_MAX)} - mg.head, 0) end`;

/** True for a conversation `mg` whose member `g` has received it as a request and has not answered. */
const isReceivedRequest = sql<boolean>`coalesce(mg.requested_by <> g.person, false)`;

/** True for a conversation `mg` that a person does not find any more, because they have deleted the request. */
const isDeletedBy = (sub: string) => sql<boolean>`(mg.request_deleted and mg.requested_by <> ${sub}::uuid)`;

const LISTED = {
  conversations: sql`not ${isReceivedRequest}`,
  requests: sql`${isReceivedRequest} and not mg.request_deleted and not o.suspended`,
};

/** True for a conversation `mg` with another member `o` that its member `g` finds in the list of conversations or of requests. */
export const isListedFor = (sub: string): RawBuilder<boolean> =>
  sql`(${LISTED.conversations} or ${LISTED.requests} and ${isVisibleTo(sub, sql`o.sub`)})`;

export function createMessageReads(db: Db): MessageReads {
  async function readList(list: keyof typeof LISTED, sub: string, view: View) {
    const isVisible = isVisibleTo(sub, sql`o.sub`);
    const page = await readPage(
      db,
      view,
      sql<GroupRow>`
        select g.message_group as uuid, g.last_seq as pos, o.handle, o.display_name, o.sub as cognito_user_uuid, o.avatar_version,
          m.uuid as message_uuid, coalesce(m.message, '') as message, m.removed_at is not null as removed, m.expires_at,
          coalesce(m.created_at, mg.created_at) as created_at, coalesce(m.author = g.person, false) as own,
          ${unreadCountOfMember(view.now)} as unread, ${unreadUntilOfMember(view.now)} as unread_until,
          case when mg.requested_by is null and ${isVisible} and ${doShareReads(sql`g.person`, sql`o.sub`)}
            then ${readMessageUpTo(OTHER_READ_POSITION, view.now)} end as read_uuid,
          case when mg.requested_by = g.person then 'sent' when mg.requested_by is not null then 'received' end as request
        from group_members g
        join message_groups mg on mg.uuid = g.message_group
        left join lateral (
          select m.* from messages m
          where m.message_group = mg.uuid and m.pos > g.hidden_pos and ${isMessageUnexpiredAt(view.now)}
          order by m.pos desc limit 1
        ) m on true
        join people o on o.sub = case when mg.person_a = g.person then mg.person_b else mg.person_a end
        where g.person = ${sub} and mg.head > 0 and ${LISTED[list]} ${list === 'requests' ? sql`and ${isVisible}` : sql``}
          and ${keysetBefore(view.before, sql`g.last_seq`, sql`g.message_group`)}
        order by g.last_seq desc, g.message_group desc limit ${rowsOfPage(view.limit)}`,
    );
    return { data: page.rows.map(toGroup), cursors: page.cursors, next: page.next };
  }

  return {
    readGroups: (sub, view) => readList('conversations', sub, view),
    readRequests: (sub, view) => readList('requests', sub, view),

    async readRequestState(group, sub, now) {
      type Row = { uuid: string; pos: number; state: RequestState['state']; messages_left: number | null };
      const { rows, cursors } = await readSnapshot(
        db,
        sub,
        sql<Row>`
          select mg.uuid, 0 as pos, ${requestStateFor(sql`${sub}::uuid`)} as state,
            ${messagesLeftFor(sub, now)} as messages_left
          from message_groups mg
          join people o on o.sub = case when mg.person_a = ${sub}::uuid then mg.person_b else mg.person_a end
          where mg.uuid = ${group} and ${sub}::uuid in (mg.person_a, mg.person_b) and not ${isDeletedBy(sub)}`,
      );
      const [row] = rows;
      if (!row) return null;
      const { uuid, state, messages_left } = row;
      const data = { message_group_uuid: uuid, state, ...(messages_left !== null && { messages_left }) };
      return { data, cursors };
    },

    async readPage(group, sub, view) {
      const { rows: members } = await sql`
        select g.person from group_members g join message_groups mg on mg.uuid = g.message_group
        where g.message_group = ${group} and g.person = ${sub} and not ${isDeletedBy(sub)}`.execute(db);
      if (members.length === 0) return null;
      const page = await readPage(
        db,
        view,
        sql<MessageRow>`
          select ${MESSAGE_COLUMNS}
          from messages m
          join group_members g on g.message_group = m.message_group and g.person = ${sub}
          join people p on p.sub = m.author
          where m.message_group = ${group} and m.pos > g.hidden_pos and ${isMessageUnexpiredAt(view.now)}
            and ${keysetBefore(view.before, sql`m.pos`, sql`m.uuid`)}
          order by m.pos desc limit ${rowsOfPage(view.limit)}`,
      );
      return { data: page.rows.map(toMessage).reverse(), cursors: page.cursors, next: page.next };
    },

    async find(uuid, now) {
      const { rows } = await sql<MessageRow>`
        select ${MESSAGE_COLUMNS}
        from messages m join people p on p.sub = m.author
        where m.uuid = ${uuid} and ${isMessageUnexpiredAt(now)}`.execute(db);
      return rows[0] ? toMessage(rows[0]) : null;
    },

    async countUnread(sub, now) {
      const { rows } = await sql<{ unread: number; until: Date | null }>`
        select coalesce(sum(${unreadCountOfMember(now)}), 0)::bigint as unread, min(${unreadUntilOfMember(now)}) as until
        from group_members g where g.person = ${sub} and g.head > g.read_pos
          and not exists (select from message_groups mg where mg.uuid = g.message_group and ${isReceivedRequest})`.execute(
        db,
      );
      return rows[0] ?? { unread: 0, until: null };
    },

    async countRequests(sub) {
      const { rows } = await sql<{ requests: number }>`
        select count(*) as requests from group_members g
        join message_groups mg on mg.uuid = g.message_group
        join people o on o.sub = mg.requested_by
        where g.person = ${sub} and g.head > g.read_pos and ${LISTED.requests} and ${isVisibleTo(sub, sql`o.sub`)}`.execute(
        db,
      );
      return rows[0]?.requests ?? 0;
    },

    async findReadState(group, sub, now) {
      const { rows } = await sql<ReadState>`
        select g.message_group as message_group_uuid, ${readMessageUpTo(sql`greatest(g.read_pos, 1)`, now)} as read_uuid,
          ${unreadCountOfMember(now)} as unread
        from group_members g join message_groups mg on mg.uuid = g.message_group
        where g.message_group = ${group} and g.person = ${sub} and not ${isDeletedBy(sub)}`.execute(db);
      return rows[0] ?? null;
    },

    async readLifetime(group, sub) {
      const { rows, cursors } = await readSnapshot(
        db,
        sub,
        sql<LifetimeRow & { uuid: string; pos: number }>`
          select mg.uuid, 0 as pos, mg.uuid as message_group_uuid, mg.lifetime_ms, p.handle as changed_by,
            mg.lifetime_at as changed_at
          from message_groups mg left join people p on p.sub = mg.lifetime_by
          where mg.uuid = ${group} and ${sub}::uuid in (mg.person_a, mg.person_b) and not ${isDeletedBy(sub)}`,
      );
      return rows[0] ? { data: toConversationLifetime(rows[0]), cursors } : null;
    },

    async findOtherMembers(group, sub) {
      const members = await db
        .selectFrom('group_members as g')
        .innerJoin('message_groups as mg', 'mg.uuid', 'g.message_group')
        .innerJoin('people as p', 'p.sub', 'g.person')
        .select(['p.sub', 'p.handle', 'p.display_name', 'p.sub as cognito_user_uuid', 'p.avatar_version'])
        .where('g.message_group', '=', group)
        .where(isVisibleTo(sub, sql`g.person`))
        .where((eb) => eb.or([eb('mg.requested_by', 'is', null), eb('g.person', '=', sub)]))
        .execute();
      return members.some((member) => member.sub === sub)
        ? members.filter((member) => member.sub !== sub)
        : null;
    },
  };
}
