import { ORIGIN, type Cursor } from '@cruddur/shared';
import { type Random, newHex, newUuidOf } from '../random.ts';
import {
  PUBLIC_STREAM,
  userStream,
  type LogEntry,
  type StreamId,
} from '../../../../server/src/domain/streams.ts';

export interface PersonRow {
  sub: string;
  handle: string;
  display_name: string;
  erased_at: Date | null;
}

export interface ActivityRow {
  uuid: string;
  author: string;
  message: string;
  created_at: Date;
  expires_at: Date | null;
  reply_to: string | null;
  pos: number;
  likes: Map<string, Date>;
  reposts: Map<string, Date>;
  version: number;
}

export interface GroupRow {
  uuid: string;
  members: readonly [string, string];
  head: number;
}

export interface MessageRow {
  uuid: string;
  group: string;
  author: string;
  message: string;
  created_at: Date;
  expires_at: Date | null;
  removed_at: Date | null;
  pos: number;
}

export interface NotificationRow {
  uuid: string;
  recipient: string;
  activity: string;
  reason: 'reply' | 'mention' | 'like' | 'repost';
  actor: string;
  created_at: Date;
  seq: number;
}

export interface LogRow {
  stream: StreamId;
  seq: number;
  tag: string;
  kind: string;
  ref: string;
  at: Date;
}

export type AppendedRow = LogRow & { previous: string };

/** The content of the store, as its tables have it. */
export interface Rows {
  random: Random;
  people: Map<string, PersonRow>;
  activities: Map<string, ActivityRow>;
  groups: Map<string, GroupRow>;
  messages: Map<string, MessageRow>;
  notifications: Map<string, NotificationRow>;
  /** By actor and id. */
  operations: Map<string, { fingerprint: string; ref: string }>;
  heads: Map<StreamId, Cursor>;
  log: Map<StreamId, LogRow[]>;
  burned: Set<string>;
  /** The replies below replies of a burned crud. */
  nested: Map<string, string[]>;
}

export function createRows(random: Random): Rows {
  return {
    random,
    people: new Map(),
    activities: new Map(),
    groups: new Map(),
    messages: new Map(),
    notifications: new Map(),
    operations: new Map(),
    heads: new Map([[PUBLIC_STREAM, ORIGIN]]),
    log: new Map([[PUBLIC_STREAM, []]]),
    burned: new Set(),
    nested: new Map(),
  };
}

export function addPerson(rows: Rows, person: Omit<PersonRow, 'erased_at'>): void {
  rows.people.set(person.sub, { ...person, erased_at: null });
  rows.heads.set(userStream(person.sub), ORIGIN);
  rows.log.set(userStream(person.sub), []);
}

export const newUuid = ({ random }: Rows): string => newUuidOf(random);

export const headOf = (rows: Rows, stream: StreamId): Cursor => rows.heads.get(stream) ?? ORIGIN;

/** Assigns the next number of a stream, which is also the position of the row that the event is about. */
function appendOne(rows: Rows, { stream, kind, ref }: LogEntry, at: Date): AppendedRow {
  const head = headOf(rows, stream);
  const lines = rows.log.get(stream);
  if (!lines) throw new Error('a stream is missing');
  const line: LogRow = { stream, seq: head.seq + 1, tag: newHex(rows.random), kind, ref, at };
  lines.push(line);
  rows.heads.set(stream, { seq: line.seq, tag: line.tag });
  return { ...line, previous: head.tag };
}

/** Appends the events of one commit, and gives their rows their positions. */
export function append(rows: Rows, entries: readonly LogEntry[], at: Date): AppendedRow[] {
  return entries.map((entry) => {
    const line = appendOne(rows, entry, at);
    assignPosition(rows, line);
    return line;
  });
}

function assignPosition(rows: Rows, { kind, ref, seq }: LogRow): void {
  const activity = rows.activities.get(ref);
  const notification = rows.notifications.get(ref);
  const message = rows.messages.get(ref);
  if (kind === 'notification.created' && notification) notification.seq = seq;
  else if ((kind === 'activity.created' || kind === 'reply.created') && activity) activity.pos = seq;
  else if (kind === 'message.created' && message?.pos === 0) {
    const group = rows.groups.get(message.group);
    if (group) message.pos = group.head += 1;
  }
}

/** Deletes activities, and voids the lines that created them. */
function deleteActivities(rows: Rows, uuids: readonly string[]): void {
  const publicLog = rows.log.get(PUBLIC_STREAM) ?? [];
  for (const uuid of uuids) {
    const activity = rows.activities.get(uuid);
    if (!activity) continue;
    rows.activities.delete(uuid);
    rows.burned.add(uuid);
    const line = publicLog[activity.pos - 1];
    if (line && (line.kind === 'activity.created' || line.kind === 'reply.created')) line.kind = 'void';
    for (const [id, { activity: about }] of rows.notifications)
      if (about === uuid) rows.notifications.delete(id);
  }
}

export const repliesTo = (rows: Rows, uuid: string): ActivityRow[] =>
  [...rows.activities.values()].filter(({ reply_to }) => reply_to === uuid);

/** A crud and everything below it. */
export function listThread(rows: Rows, uuid: string): string[] {
  return [uuid, ...repliesTo(rows, uuid).flatMap((reply) => listThread(rows, reply.uuid))];
}

/** Burns a crud with its replies. */
export function burn(rows: Rows, uuid: string): void {
  const [, ...replies] = listThread(rows, uuid);
  const withReplies = replies.filter((reply) => repliesTo(rows, reply).length > 0);
  if (withReplies.length > 0) rows.nested.set(uuid, withReplies);
  deleteActivities(rows, [uuid, ...replies]);
}

/** Deletes what has expired, as the purge does. */
export function purge(rows: Rows, now: Date): void {
  for (const message of rows.messages.values())
    if (message.expires_at && message.expires_at <= now) rows.messages.delete(message.uuid);
  const expired = [...rows.activities.values()].filter(
    ({ expires_at }) => expires_at !== null && expires_at <= now,
  );
  deleteActivities(
    rows,
    expired.flatMap(({ uuid }) => listThread(rows, uuid)),
  );
}
