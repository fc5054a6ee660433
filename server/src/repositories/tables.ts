import type { ColumnType, Generated, Kysely } from 'kysely';
import type { AvatarExtension, NotificationReason } from '@cruddur/shared';

/** bigint columns arrive as numbers: the pool parses them, and ours stay far below 2^53. */
type Time = Date;

export interface StoreTable {
  singleton: Generated<boolean>;
  id: string;
  envelope_key: string;
  /** False while gateways may run that know plain fingerprints only. */
  fingerprints_keyed: Generated<boolean>;
}

export interface PeopleTable {
  sub: string;
  handle: string;
  display_name: string;
  bio: Generated<string>;
  email: string;
  avatar_version: Generated<number>;
  /** Notifications up to this place of the person's stream are read. */
  notifications_read_seq: Generated<number>;
  created_at: Time;
  /** When the account was deleted: the row is a tombstone that keeps the handle from others. */
  erased_at: Generated<Time | null>;
  /** True while something of an erased person may still be here. */
  erasing: Generated<boolean>;
}

export interface ActivitiesTable {
  uuid: string;
  /** The seq of its event on the public stream; lists order by it. Set by append(). */
  pos: Generated<number | null>;
  author: string;
  message: string;
  reply_to: string | null;
  created_at: Time;
  expires_at: Time | null;
  likes_count: Generated<number>;
  reposts_count: Generated<number>;
  /** Grows with each change of a count. */
  version: Generated<number>;
  /** Search words, made by the database. */
  words: ColumnType<string, never, never>;
}

/** Cruds that were there: nothing but that is kept of them. */
export interface BurnedTable {
  uuid: string;
  /** When it expired or would have. */
  expired_at: Time;
}

/** A reply to a burned crud that had replies of its own. */
export interface BurnedThreadsTable {
  root: string;
  /** The root itself when such replies are too many to name. */
  reply: string;
  at: Time;
}

/** Deleted cruds of which replies or marks may be left. */
export interface PurgeQueueTable {
  activity: string;
  /** True once no replies are left. */
  replies_gone: Generated<boolean>;
  /** By the database's clock. */
  queued_at: Generated<Time>;
}

/** The gateway that does what only one of them needs to do. */
export interface LeasesTable {
  name: string;
  holder: string;
  /** By the database's clock. */
  until: Time;
}

export interface HashtagsTable {
  activity: string;
  /** Lower case. */
  hashtag: string;
  /** As written. */
  label: string;
}

export interface LikesTable {
  activity: string;
  person: string;
  created_at: Time;
}

export interface RepostsTable extends LikesTable {
  /** The public head when it was reposted: its place among the reposter's cruds. */
  pos: number;
}

export interface NotificationsTable {
  uuid: string;
  recipient: string;
  activity: string;
  reason: NotificationReason;
  actor: string;
  /** The seq of its event on the recipient's stream. Set by append(). */
  seq: Generated<number | null>;
  created_at: Time;
}

export interface MessageGroupsTable {
  uuid: string;
  /** The lower of the two subs. */
  person_a: string;
  person_b: string;
  /** The pos of the latest message. */
  head: Generated<number>;
  created_at: Time;
}

export interface GroupMembersTable {
  message_group: string;
  person: string;
  read_pos: Generated<number>;
  /** The seq of the latest message on this person's stream: the list orders by it. Set by append(). */
  last_seq: Generated<number>;
  /** The conversation's head, copied by a trigger; null in rows from before that. */
  head: Generated<number | null>;
}

export interface MessagesTable {
  uuid: string;
  message_group: string;
  /** Dense within the conversation. Set by append(). */
  pos: Generated<number | null>;
  author: string;
  message: string;
  created_at: Time;
}

export interface StreamsTable {
  id: string;
  head: Generated<number>;
  head_tag: Generated<string>;
  /** Events up to this seq are no longer in the log. */
  tail: Generated<number>;
}

export interface LogTable {
  stream: string;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
  at: Time;
}

export interface OpTable {
  actor: string;
  op_id: string;
  /** `k1:` and a keyed hash, or of an earlier version a plain one. */
  fingerprint: string;
  ref: string;
  at: Time;
}

export interface RevocationsTable {
  uuid: string;
  sub: string;
  origin_jti: string;
  all_before: number | null;
  at: Time;
}

export interface AvatarUploadsTable {
  key: string;
  sub: string;
  extension: AvatarExtension;
  expires_at: Time;
  /** When a gateway last looked for the picture, or will leave it alone until. */
  looked_at: Generated<Time | null>;
  /** Set while a PUT brings the bytes, and after one has. */
  receiving_until: Generated<Time | null>;
}

/** What has a total: a crud's replies, an author's top-level cruds, a hashtag's uses. */
export type TallyKind = 'replies' | 'cruds' | 'hashtag';

/** Kept by triggers: see the migration 0008. */
export interface TalliesTable {
  kind: TallyKind;
  subject: string;
  total: number;
}

export interface TallyChangesTable {
  kind: TallyKind;
  subject: string;
  change: number;
}

/** The ends of a display name from each of its words, in lower case. Kept by a trigger. */
export interface PeopleNamesTable {
  name: string;
  person: string;
}

/** The store, as Kysely sees it. The local pool keeps its own tables beside these. */
export interface Database {
  store: StoreTable;
  people: PeopleTable;
  activities: ActivitiesTable;
  burned: BurnedTable;
  burned_threads: BurnedThreadsTable;
  purge_queue: PurgeQueueTable;
  leases: LeasesTable;
  hashtags: HashtagsTable;
  tallies: TalliesTable;
  tally_changes: TallyChangesTable;
  people_names: PeopleNamesTable;
  likes: LikesTable;
  reposts: RepostsTable;
  notifications: NotificationsTable;
  message_groups: MessageGroupsTable;
  group_members: GroupMembersTable;
  messages: MessagesTable;
  streams: StreamsTable;
  log: LogTable;
  op: OpTable;
  revocations: RevocationsTable;
  avatar_uploads: AvatarUploadsTable;
}

/** The store or one transaction of it. Inside a transaction only the transaction may be used. */
export type Db = Kysely<Database>;
