import { sql } from 'kysely';
import type { DeliveredMessage, EventData, EventKind, PublicActivity, StreamEvent } from '@cruddur/shared';
import { activityColumns, isUnexpiredAt, toPublicActivity, type ActivityRow } from './activity-rows.ts';
import { readBlockStates } from './blocks.ts';
import { readMutes } from './mutes.ts';
import { notificationQuery, toNotification, unreadCount } from './notifications.ts';
import { readProfiles } from './people.ts';
import { toConversationLifetime, type LifetimeRow } from './conversation-lifetimes.ts';
import { isMessageUnexpiredAt, readMessageUpTo, requestStateFor, unreadCountOfMember } from './messages.ts';
import { doShareReads, readPrivacySettings } from './privacy.ts';
import type { Db } from './tables.ts';

/** A line of the log; `ref` names the row from which the body is built. */
export interface LogRow {
  stream: string;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
  at: Date;
}

type Kind = Exclude<EventKind, 'void'>;
/** A line with a ref. */
type ReferringRow = LogRow & { ref: string };
/** Finds the body of a line; undefined when its row has expired or was deleted. */
type FindBody<D> = (line: ReferringRow) => D | undefined;
/** Reads the bodies of all lines of one kind, of any streams. */
type ReadBodies<D> = (db: Db, lines: readonly ReferringRow[], now: Date) => Promise<FindBody<D>>;

const refsOf = (lines: readonly ReferringRow[]) => [...new Set(lines.map(({ ref }) => ref))];
const ownerOf = ({ stream }: LogRow) => stream.slice('user:'.length);

function byRef<D>(bodies: readonly (readonly [ref: string, body: D])[]): FindBody<D> {
  const found = new Map(bodies);
  return ({ ref }) => found.get(ref);
}

const activities: ReadBodies<PublicActivity> = async (db, lines, now) => {
  const { rows } = await sql<ActivityRow>`
    select ${activityColumns(null)}, a.pos from activities a join people p on p.sub = a.author
    where a.uuid = any(${refsOf(lines)}::uuid[]) and not p.suspended and ${isUnexpiredAt(now)}`.execute(db);
  return byRef(rows.map((row) => [row.uuid, toPublicActivity(row)]));
};

const profiles: ReadBodies<EventData<'profile.updated'>> = async (db, lines, now) => {
  const found = await readProfiles(db, refsOf(lines), now);
  const { rows } = await sql<{ sub: string }>`
    select sub from people where sub = any(${refsOf(lines)}::uuid[]) and erased_at is not null`.execute(db);
  const erased = new Set(rows.map(({ sub }) => sub));
  return byRef(
    found.map((profile) => {
      const { cognito_user_uuid: sub } = profile;
      return [sub, erased.has(sub) ? { ...profile, erased: true as const } : profile];
    }),
  );
};

const notifications: ReadBodies<EventData<'notification.created'>> = async (db, lines, now) => {
  const { rows } = await sql<Parameters<typeof toNotification>[0]>`
    ${notificationQuery(sql`n.uuid = any(${refsOf(lines)}::uuid[])`)} and ${isUnexpiredAt(now)}`.execute(db);
  return byRef(rows.map((row) => [row.notification, toNotification(row)]));
};

const messages: ReadBodies<EventData<'message.created'>> = async (db, lines, now) => {
  const { rows } = await sql<
    Omit<DeliveredMessage, 'created_at' | 'removed' | 'expires_at'> & {
      created_at: Date;
      removed: boolean;
      expires_at: Date | null;
      is_request: boolean;
      is_hidden: boolean | null;
    }
  >`
    select m.uuid, p.display_name, p.handle, p.sub as cognito_user_uuid, p.avatar_version, m.message,
      m.removed_at is not null as removed, m.expires_at, m.created_at, m.message_group as message_group_uuid,
      mg.requested_by is not null as is_request, m.pos <= other.hidden_pos as is_hidden
    from messages m join people p on p.sub = m.author join message_groups mg on mg.uuid = m.message_group
    left join group_members other on other.message_group = m.message_group and other.person <> m.author
    where m.uuid = any(${refsOf(lines)}::uuid[]) and ${isMessageUnexpiredAt(now)}`.execute(db);
  const found = new Map(
    rows.map(({ removed, expires_at, created_at, is_request, is_hidden, ...row }) => {
      const body: DeliveredMessage = {
        ...row,
        ...(removed && { removed }),
        ...(expires_at && { expires_at: expires_at.toISOString() }),
        created_at: created_at.toISOString(),
      };
      const received = is_request ? { ...body, request: true as const } : body;
      return [row.uuid, { body, received: is_hidden ? undefined : received }];
    }),
  );
  return (line) => {
    const message = found.get(line.ref);
    return message?.body.cognito_user_uuid === ownerOf(line) ? message.body : message?.received;
  };
};

/** The ref is the conversation; the body is the stream owner's current view of it. */
const requests: ReadBodies<EventData<'request.changed'>> = async (db, lines) => {
  const { rows } = await sql<EventData<'request.changed'> & { owner: string }>`
    select mg.uuid as message_group_uuid, o.owner, ${requestStateFor(sql`o.owner`)} as state
    from unnest(${lines.map(({ ref }) => ref)}::uuid[], ${lines.map(ownerOf)}::uuid[]) as o (conversation, owner)
    join message_groups mg on mg.uuid = o.conversation`.execute(db);
  const found = new Map(rows.map(({ owner, ...body }) => [`${owner} ${body.message_group_uuid}`, body]));
  return (line) => found.get(`${ownerOf(line)} ${line.ref}`);
};

const messagesRemoved: ReadBodies<EventData<'message.removed'>> = async (db, lines) => {
  const { rows } = await sql<EventData<'message.removed'>>`
    select uuid, message_group as message_group_uuid from messages
    where uuid = any(${refsOf(lines)}::uuid[])`.execute(db);
  return byRef(rows.map((row) => [row.uuid, row]));
};

/**
 * The ref of a read mark is `group/reader`; the body has the reader's current mark. After a block and in a request the other member gets none. While one
 * of the two has read receipts off, what the other member gets says nothing: so the event also removes a mark that was shown before.
 */
const reads: ReadBodies<EventData<'read.updated'>> = async (db, lines, now) => {
  type Row = EventData<'read.updated'> & { ref: string; person: string; hidden: boolean; is_shared: boolean };
  const { rows } = await sql<Row>`
    select g.message_group || '/' || g.person as ref, g.message_group as message_group_uuid, p.handle as reader, g.person,
      ${readMessageUpTo(sql`g.read_pos`, now)} as read_uuid, ${unreadCountOfMember(now)} as unread,
      mg.requested_by is not null or is_blocked_between(mg.person_a, mg.person_b) as hidden,
      ${doShareReads(sql`mg.person_a`, sql`mg.person_b`)} as is_shared
    from group_members g join people p on p.sub = g.person join message_groups mg on mg.uuid = g.message_group
    where (g.message_group, g.person) in (
      select split_part(ref, '/', 1)::uuid, split_part(ref, '/', 2)::uuid
      from unnest(${refsOf(lines)}::text[]) as refs (ref)
    )`.execute(db);
  const found = new Map(rows.map((row) => [row.ref, row]));
  return (line) => {
    const row = found.get(line.ref);
    if (!row) return undefined;
    const { ref: _, person: reader, hidden, is_shared, ...body } = row;
    if (ownerOf(line) === reader) return body;
    if (hidden) return undefined;
    return is_shared ? body : { ...body, read_uuid: null, unread: 0 };
  };
};

/** The ref is the sub. */
const privacy: ReadBodies<EventData<'privacy.changed'>> = async (db, lines) =>
  byRef([...(await readPrivacySettings(db, refsOf(lines)))]);

/** The body has the current lifetime. */
const lifetimes: ReadBodies<EventData<'lifetime.changed'>> = async (db, lines) => {
  const { rows } = await sql<LifetimeRow>`
    select mg.uuid as message_group_uuid, mg.lifetime_ms, p.handle as changed_by, mg.lifetime_at as changed_at
    from message_groups mg left join people p on p.sub = mg.lifetime_by
    where mg.uuid = any(${refsOf(lines)}::uuid[])`.execute(db);
  return byRef(rows.map((row) => [row.message_group_uuid, toConversationLifetime(row)]));
};

/** The ref is `group/person`, because the conversation's row may be deleted before the event is read. */
const messagesErased: ReadBodies<EventData<'messages.erased'>> = async (db, lines) => {
  const { rows } = await sql<EventData<'messages.erased'> & { ref: string }>`
    select ref, split_part(ref, '/', 1) as message_group_uuid, p.handle
    from unnest(${refsOf(lines)}::text[]) as refs (ref)
    join people p on p.sub = split_part(ref, '/', 2)::uuid`.execute(db);
  return byRef(rows.map(({ ref, ...body }) => [ref, body]));
};

const notificationsRead: ReadBodies<EventData<'notifications.read'>> = async (db, lines, now) => {
  const { rows } = await sql<{ sub: string; unread: number }>`
    select me.sub, ${unreadCount(now)} as unread from people me where me.sub = any(${refsOf(lines)}::uuid[])`.execute(
    db,
  );
  return byRef(rows.map(({ sub, unread }) => [sub, { unread }]));
};

/** The only body that depends on the stream: it has the marks of the stream's owner. */
const mine: ReadBodies<EventData<'activity.mine'>> = async (db, lines, now) => {
  const { rows } = await sql<ActivityRow & { owner: string }>`
    select ${activityColumns(sql`mine.owner`)}, a.pos, mine.owner
    from unnest(${lines.map(({ ref }) => ref)}::uuid[], ${lines.map(ownerOf)}::uuid[]) as mine (activity, owner)
    join activities a on a.uuid = mine.activity join people p on p.sub = a.author
    where ${isUnexpiredAt(now)}`.execute(db);
  const bodies = new Map(
    rows.map(({ owner, uuid, liked, reposted }) => [`${owner} ${uuid}`, { uuid, liked, reposted }]),
  );
  return (line) => bodies.get(`${ownerOf(line)} ${line.ref}`);
};

const burned: ReadBodies<EventData<'activity.deleted'>> = async (db, lines) => {
  const { rows } = await sql<{ root: string; nested: string[] }>`
    select root, array_agg(reply) as nested from burned_threads
    where root = any(${refsOf(lines)}::uuid[]) group by root`.execute(db);
  const nestedIn = new Map(rows.map(({ root, nested }) => [root, nested]));
  return ({ ref: uuid }) => {
    const nested = nestedIn.get(uuid);
    if (!nested) return { uuid };
    return { uuid, nested: nested.includes(uuid) ? ('too many' as const) : nested };
  };
};

/** The ref is the sub. */
const person: ReadBodies<EventData<'person.hidden' | 'person.shown'>> = () =>
  Promise.resolve(({ ref }) => ({ cognito_user_uuid: ref }));

/** The ref is the other person's sub; the body is the owner's current view of that person. */
const blocks: ReadBodies<EventData<'block.changed'>> = async (db, lines) => {
  const pairs = lines.map((line) => ({ viewer: ownerOf(line), sub: line.ref }));
  const states = await readBlockStates(db, pairs);
  const found = new Map(lines.map((line, index) => [line, states[index]]));
  return (line) => found.get(line);
};

/** The mute as it is now; null once it has ended. */
const mutes: ReadBodies<EventData<'mute.changed'>> = async (db, lines, now) => {
  const found = new Map((await readMutes(db, refsOf(lines), now)).map((mute) => [mute.uuid, mute]));
  return ({ ref: uuid }) => ({ uuid, mute: found.get(uuid) ?? null });
};

const bodyReaders: { [K in Kind]: ReadBodies<EventData<K>> } = {
  'activity.created': activities,
  'reply.created': activities,
  'activity.deleted': burned,
  'profile.updated': profiles,
  'person.hidden': person,
  'person.shown': person,
  'block.changed': blocks,
  'mute.changed': mutes,
  'notification.created': notifications,
  'message.created': messages,
  'message.removed': messagesRemoved,
  'lifetime.changed': lifetimes,
  'request.changed': requests,
  'read.updated': reads,
  'privacy.changed': privacy,
  'messages.erased': messagesErased,
  'notifications.read': notificationsRead,
  'activity.mine': mine,
};

const isKind = (kind: string): kind is Kind => Object.hasOwn(bodyReaders, kind);
const hasRef = (line: LogRow): line is ReferringRow => line.ref !== null;

/** Turns lines of the log into events. A line whose row has expired or was deleted becomes `void` and keeps its seq. */
export async function buildEvents(db: Db, lines: readonly LogRow[], now: Date): Promise<StreamEvent[]> {
  const finds = new Map<string, FindBody<unknown>>();
  for (const kind of new Set(lines.map((line) => line.kind))) {
    if (!isKind(kind)) continue;
    const ofKind = lines.filter((line) => line.kind === kind).filter(hasRef);
    finds.set(kind, await bodyReaders[kind](db, ofKind, now));
  }
  return lines.map((line) => {
    const { seq, tag, kind, at } = line;
    const position = { seq, tag, at: at.toISOString() };
    const data = hasRef(line) ? finds.get(kind)?.(line) : undefined;
    // Each reader returns the data of its kind; the compiler cannot follow that through the two maps.
    return (
      data === undefined ? { ...position, kind: 'void', data: null } : { ...position, kind, data }
    ) as StreamEvent;
  });
}
