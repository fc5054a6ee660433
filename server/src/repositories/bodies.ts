import { sql } from 'kysely';
import type { DeliveredMessage, EventData, EventKind, StreamEvent } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/events.ts';
import { activityColumns, alive, toPublicActivity, type ActivityRow } from './activity-rows.ts';
import { notificationQuery, toNotification } from './notifications.ts';
import { profilesOf } from './people.ts';
import { unreadOfMember } from './messages.ts';
import type { Db } from './tables.ts';

/** A line of the log: a reference, not a text. */
export interface LogLine {
  stream: string;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
  at: Date;
}

type Kind = Exclude<EventKind, 'void'>;
/** Builds the bodies of one kind, by ref; a ref that is missing from the map has nothing to show any more. */
type Builder<K extends Kind> = (db: Db, refs: string[], scope: Scope) => Promise<Bodies<EventData<K>>>;
type Bodies<D> = ReadonlyMap<string, D>;

interface Scope {
  /** Whose stream it is; empty for the public one. */
  owner: string;
  now: Date;
}

const activities: Builder<'activity.created'> = async (db, refs, { now }) => {
  const { rows } = await sql<ActivityRow>`
    select ${activityColumns(null)}, a.pos as place from activities a join people p on p.sub = a.author
    where a.uuid = any(${refs}::uuid[]) and ${alive(now)}`.execute(db);
  return new Map(rows.map((row) => [row.uuid, toPublicActivity(row)]));
};

const profiles: Builder<'profile.updated'> = async (db, refs, { now }) => {
  const found = await profilesOf(db, refs, now);
  return new Map(found.map((profile) => [profile.cognito_user_uuid, profile]));
};

const notifications: Builder<'notification.created'> = async (db, refs, { owner, now }) => {
  const { rows } = await sql<Parameters<typeof toNotification>[0]>`
    ${notificationQuery(sql`n.uuid = any(${refs}::uuid[])`, owner)} and ${alive(now)}`.execute(db);
  return new Map(rows.map((row) => [row.notification, toNotification(row)]));
};

const messages: Builder<'message.created'> = async (db, refs) => {
  const { rows } = await sql<Omit<DeliveredMessage, 'created_at'> & { created_at: Date }>`
    select m.uuid, p.display_name, p.handle, p.sub as cognito_user_uuid, p.avatar_version, m.message, m.created_at,
      m.message_group as message_group_uuid
    from messages m join people p on p.sub = m.author where m.uuid = any(${refs}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.uuid, { ...row, created_at: row.created_at.toISOString() }]));
};

/** A read mark's ref is `group/reader`: the body is where the reader stands now. */
const reads: Builder<'read.updated'> = async (db, refs) => {
  const { rows } = await sql<EventData<'read.updated'> & { ref: string }>`
    select g.message_group || '/' || g.person as ref, g.message_group as message_group_uuid, p.handle as reader,
      m.uuid as read_uuid, ${unreadOfMember} as unread
    from group_members g join people p on p.sub = g.person
    join messages m on m.message_group = g.message_group and m.pos = g.read_pos
    where (g.message_group, g.person) in (
      select split_part(ref, '/', 1)::uuid, split_part(ref, '/', 2)::uuid from unnest(${refs}::text[]) as refs (ref)
    )`.execute(db);
  return new Map(rows.map(({ ref, ...body }) => [ref, body]));
};

/** An erased person's messages are told as `group/person`: what is in the event outlives the conversation. */
const messagesErased: Builder<'messages.erased'> = async (db, refs) => {
  const { rows } = await sql<EventData<'messages.erased'> & { ref: string }>`
    select ref, split_part(ref, '/', 1) as message_group_uuid, p.handle
    from unnest(${refs}::text[]) as refs (ref) join people p on p.sub = split_part(ref, '/', 2)::uuid`.execute(
    db,
  );
  return new Map(rows.map(({ ref, ...body }) => [ref, body]));
};

const notificationsRead: Builder<'notifications.read'> = async (db, refs, { now }) => {
  const { rows } = await sql<{ sub: string; unread: number }>`
    select me.sub, (select count(*) from notifications n join activities a on a.uuid = n.activity
      where n.recipient = me.sub and n.seq > me.notifications_read_seq and ${alive(now)}) as unread
    from people me where me.sub = any(${refs}::uuid[])`.execute(db);
  return new Map(rows.map(({ sub, unread }) => [sub, { unread }]));
};

const mine: Builder<'activity.mine'> = async (db, refs, { owner, now }) => {
  const { rows } = await sql<ActivityRow>`
    select ${activityColumns(owner)}, a.pos as place from activities a join people p on p.sub = a.author
    where a.uuid = any(${refs}::uuid[]) and ${alive(now)}`.execute(db);
  return new Map(rows.map(({ uuid, liked, reposted }) => [uuid, { uuid, liked, reposted }]));
};

const builders: { [K in Kind]: (db: Db, refs: string[], scope: Scope) => Promise<Bodies<EventData<K>>> } = {
  'activity.created': activities,
  'reply.created': activities,
  'activity.deleted': (_db, refs) => Promise.resolve(new Map(refs.map((uuid) => [uuid, { uuid }]))),
  'profile.updated': profiles,
  'notification.created': notifications,
  'message.created': messages,
  'read.updated': reads,
  'messages.erased': messagesErased,
  'notifications.read': notificationsRead,
  'activity.mine': mine,
};

const isKind = (kind: string): kind is Kind => Object.hasOwn(builders, kind);

/** Turns lines of one stream into events. What has expired or is gone becomes `void`, and keeps its place. */
export async function buildEvents(db: Db, lines: readonly LogLine[], now: Date): Promise<StreamEvent[]> {
  const stream = lines[0]?.stream ?? PUBLIC_STREAM;
  const scope = { owner: stream === PUBLIC_STREAM ? '' : stream.slice('user:'.length), now };
  const bodies = new Map<string, Bodies<unknown>>();
  for (const kind of new Set(lines.map((line) => line.kind))) {
    if (!isKind(kind)) continue;
    const refs = lines.flatMap((line) => (line.kind === kind && line.ref ? [line.ref] : []));
    bodies.set(kind, await builders[kind](db, [...new Set(refs)], scope));
  }
  return lines.map(({ seq, tag, kind, ref, at }) => {
    const place = { seq, tag, at: at.toISOString() };
    const data = bodies.get(kind)?.get(ref ?? '');
    // The builder of a kind makes that kind's data; the union cannot be followed through the two maps.
    return (
      data === undefined ? { ...place, kind: 'void', data: null } : { ...place, kind, data }
    ) as StreamEvent;
  });
}
