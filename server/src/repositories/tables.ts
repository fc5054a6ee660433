import type { ColumnType, Generated, Kysely } from 'kysely';
import type {
  AvatarExtension,
  MessageSenders,
  MuteKind,
  NotificationReason,
  Profile,
  PushKind,
  ReportKind,
  ReportReason,
} from '@cruddur/shared';

/** bigint columns are numbers: the connection pool parses them, and their values stay far below 2^53. */
type Time = Date;

export interface StoreTable {
  singleton: Generated<boolean>;
  id: string;
  envelope_key: string;
}

export interface PeopleTable {
  sub: string;
  handle: string;
  display_name: string;
  bio: Generated<string>;
  email: string;
  avatar_version: Generated<number>;
  /** The version of the latest picture that was cleared. */
  last_avatar_version: Generated<number>;
  /** Notifications up to this seq of the person's stream are read. */
  notifications_read_seq: Generated<number>;
  created_at: Time;
  /** The time of the account's deletion: the row is then a tombstone that reserves the handle. */
  erased_at: Generated<Time | null>;
  /** True while the erasure is not complete. */
  erasing: Generated<boolean>;
  /** Their cruds are hidden, and they cannot sign in. */
  suspended: Generated<boolean>;
  /** The name, bio and picture version of a suspended person, as a trigger has put them aside. */
  hidden_profile: ColumnType<Pick<Profile, 'display_name' | 'bio' | 'avatar_version'> | null, never, never>;
  /** Null for good. */
  suspended_until: Generated<Time | null>;
  /** What the person shares in conversations, and therefore sees there. */
  shares_reads: Generated<boolean>;
  shares_typing: Generated<boolean>;
  shares_presence: Generated<boolean>;
  /** Who can start a conversation with the person. */
  messages_from: Generated<MessageSenders>;
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
  /** Without the changes in `tally_changes`. Maintained by a trigger. */
  replies_count: Generated<number>;
  /** Increases with each change of a count. */
  version: Generated<number>;
  /** The words of the text for search: see `toTerms`. */
  terms: string;
}

/** Deleted cruds, of which only the uuid is kept. */
export interface BurnedTable {
  uuid: string;
  /** The expiry of the crud, also if it was burned before. */
  expired_at: Time;
}

/** Replies to burned cruds that had replies themselves. */
export interface BurnedThreadsTable {
  root: string;
  /** The root itself if there are too many such replies to name them. */
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

/** The gateways that run the chores of which one gateway is enough. */
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
  /** That of the crud. */
  pos: number;
}

export interface LikesTable {
  activity: string;
  person: string;
  created_at: Time;
}

export interface RepostsTable extends LikesTable {
  /** The public head at the time of the repost: its position among the reposter's cruds. */
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
  /** How long later messages last; null keeps them. */
  lifetime_ms: Generated<number | null>;
  /** Who has changed the lifetime last, and when. */
  lifetime_by: Generated<string | null>;
  lifetime_at: Generated<Time | null>;
  /** The author of the first message; null until it is admitted, and for sample conversations. */
  started_by: Generated<string | null>;
  /** The author of a request that has no answer yet; null for any other conversation. */
  requested_by: Generated<string | null>;
  /** The recipient has deleted that request. */
  request_deleted: Generated<boolean>;
}

export interface GroupMembersTable {
  message_group: string;
  person: string;
  read_pos: Generated<number>;
  /** The seq of the latest message on this person's stream: the list orders by it. Set by append(). */
  last_seq: Generated<number>;
  /** The conversation's head, copied by a trigger. */
  head: Generated<number>;
  /** Messages up to this pos are not shown to the member: those of a deleted request. */
  hidden_pos: Generated<number>;
}

export interface MessagesTable {
  uuid: string;
  message_group: string;
  /** Set by append(), without a gap; the purge leaves gaps where messages have expired. */
  pos: Generated<number | null>;
  author: string;
  message: string;
  created_at: Time;
  /** Set when its author has removed it: its text is then `REMOVED_MESSAGE`. */
  removed_at: Generated<Time | null>;
  /** Follows from the lifetime of the conversation at the commit; null for a message that stays. */
  expires_at: Generated<Time | null>;
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

export interface OperationsTable {
  actor: string;
  operation_id: string;
  /** `k1:` and a keyed hash. */
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
  /** The upload cannot be claimed for processing before this time. */
  next_check_at: Generated<Time | null>;
  /** Set during a PUT and after a successful one. */
  receiving_until: Generated<Time | null>;
  /** The picture's file is to be removed, with what was uploaded before. */
  is_removal: Generated<boolean>;
}

/** The kinds of totals: an author's top-level cruds, a hashtag's uses. */
export type TallyKind = 'cruds' | 'hashtag';

/** Maintained by triggers: see `schema/counts.ts`. */
export interface TalliesTable {
  kind: TallyKind;
  subject: string;
  total: number;
}

export interface TallyChangesTable {
  /** Those of a crud's replies belong to the count in its row. */
  kind: TallyKind | 'replies';
  subject: string;
  change: number;
}

/** The suffixes of a display name that begin with a word, in lower case. Maintained by a trigger. */
export interface PeopleNamesTable {
  name: string;
  person: string;
}

/** Open reports; the sealed texts are erased after `REPORT_TEXT_DAYS`. */
export interface ReportsTable {
  uuid: string;
  reporter: string;
  kind: ReportKind;
  /** The uuid of the crud or message, or the person's sub. */
  subject: string;
  /** The author of the subject. */
  person: string;
  reason: ReportReason;
  note_sealed: string | null;
  text_sealed: string | null;
  created_at: Time;
  /** False while the operators are to be told of it. */
  announced: boolean;
}

/** Who has blocked whom. */
export interface BlocksTable {
  blocker: string;
  blocked: string;
  created_at: Time;
}

/** What a person does not want to see. */
export interface MutesTable {
  uuid: Generated<string>;
  owner: string;
  kind: MuteKind;
  /** The value as it is compared: folded, or a person's sub. */
  key: string;
  /** A word or hashtag as it was typed; empty for a person. */
  value: string;
  /** The muted person. */
  person: string | null;
  until: Time | null;
  created_at: Time;
}

/** Where people are signed in. Rows of sessions that have ended are deleted later. */
export interface SessionsTable {
  uuid: Generated<string>;
  person: string;
  /** The id of the sign-in, which its revocation names. */
  origin_jti: string;
  /** A description such as `Firefox on macOS`; no user agent is stored. */
  device: string;
  handheld: boolean;
  signed_in_at: Time;
  used_at: Time;
}

/** The exports of the last day, which are counted. */
export interface ExportsTable {
  person: string;
  at: Time;
}

/** The sign-ins that get notifications by Web Push. */
export interface PushSubscriptionsTable {
  uuid: string;
  owner: string;
  origin_jti: string;
  /** Of the sign-in, in epoch seconds. */
  auth_time: number;
  /** Finds the subscription of the same browser. */
  endpoint_hash: string;
  /** Of the push service. */
  host: string;
  /** The address at the push service and the browser's keys. */
  sealed: string;
  messages: boolean;
  replies: boolean;
  mentions: boolean;
  renewed_at: Time;
}

/** Notifications to send, one row per subscription and conversation or crud. Filled by triggers: see `schema/push.ts`. */
export interface PushQueueTable {
  id: Generated<number>;
  subscription: string;
  owner: string;
  kind: PushKind;
  /** Of the subscription's push service. */
  host: string;
  /** The uuid of the last message, or of the row in `notifications`. */
  subject: string;
  /** Set for messages. */
  conversation: Generated<string | null>;
  queued_at: Time;
  /** Of the next attempt, or the end of a claim. */
  next_at: Time;
  /** Whether a gateway has noticed that `next_at` is over; a claim ends it. */
  due: Generated<boolean>;
  attempts: Generated<number>;
}

/** What operators did. Triggers refuse deletions, and updates but the erasure of a reason. */
export interface OperatorActionsTable {
  id: Generated<number>;
  at: Time;
  operator: string;
  action: string;
  subject: string;
  /** Whom it concerns. */
  person: string;
  /** Null without one, and once the person is erased. */
  reason: string | null;
  /** Of a suspension with an end. */
  until: Time | null;
}

/** The store's tables for Kysely. The local pool has its own tables in the same database. */
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
  operations: OperationsTable;
  revocations: RevocationsTable;
  avatar_uploads: AvatarUploadsTable;
  reports: ReportsTable;
  operator_actions: OperatorActionsTable;
  mutes: MutesTable;
  blocks: BlocksTable;
  sessions: SessionsTable;
  exports: ExportsTable;
  push_subscriptions: PushSubscriptionsTable;
  push_queue: PushQueueTable;
}

/** The store or one of its transactions. Code inside a transaction must use the transaction only. */
export type Db = Kysely<Database>;
