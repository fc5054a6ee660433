import type { StreamName } from '@cruddur/shared';

/**
 * `expiring` is a crud, and `expiring-message` a message, that the run writes directly into the store, because no caller can choose
 * such a short lifetime.
 */
export type ActionKind =
  | 'crud'
  | 'reply'
  | 'message'
  | 'profile'
  | 'like'
  | 'burn'
  | 'unsend'
  | 'block'
  | 'unblock'
  | 'mute'
  | 'unmute'
  | 'lifetime'
  | 'expiring'
  | 'expiring-message';

/** Every record's `at`: milliseconds since the start of the run, by one monotonic clock. */
interface Timestamped {
  at: number;
}

/** The beginning of an operation. `id` is the operation id, `row` the uuid of the created or affected row, or of the conversation. */
export interface ActionInvoked extends Timestamped {
  type: 'invoked';
  id: string;
  kind: ActionKind;
  sub: string;
  row: string;
  /** The other person of a message, reply, block or mute, by sub; or the chosen lifetime. */
  detail?: string;
}

/** The latest answer to an operation; 0 is no answer or a 5xx, so that its outcome is unknown. */
export interface ActionAnswered extends Timestamped {
  type: 'answered';
  id: string;
  status: number;
}

export interface TabOpened extends Timestamped {
  type: 'opened';
  tab: string;
  sub: string;
  session: string;
  /** The gateway it is bound to; null when it may be any. */
  gateway: string | null;
}

/** A tab follows a stream from here on. */
export interface SnapshotReceived extends Timestamped {
  type: 'snapshot';
  tab: string;
  stream: StreamName;
  seq: number;
  tag: string;
  why: 'first' | 'reset';
}

/** A tab showed an event. `ref` is the uuid in it, if it has one. */
export interface EventApplied extends Timestamped {
  type: 'applied';
  tab: string;
  stream: StreamName;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
}

/** The end of a session was answered. */
export interface SessionRevoked extends Timestamped {
  type: 'revoked';
  session: string;
}

export interface FaultBegan extends Timestamped {
  type: 'fault-began';
  fault: number;
  name: string;
}

/** The affected gateway, if it was one. */
export interface FaultHit extends Timestamped {
  type: 'fault-hit';
  fault: number;
  gateway: string;
}

export interface FaultEnded extends Timestamped {
  type: 'fault-ended';
  fault: number;
}

/** The recording process did not run for this long, so events of that time are recorded late. */
export interface ObserverStalled extends Timestamped {
  type: 'stalled';
  ms: number;
}

/** A gateway accepted a tab. */
export interface TabConnected extends Timestamped {
  type: 'connected';
  tab: string;
}

/** An attempt with a token that must be refused: an ID token, or the token of an ended session. */
export interface AccessAttempted extends Timestamped {
  type: 'access-attempted';
  /** Null for an ID token. */
  session: string | null;
  /** Null when it may be any. */
  gateway: string | null;
  admitted: boolean;
}

/** A tab was closed by its user. */
export interface TabClosed extends Timestamped {
  type: 'closed';
  tab: string;
}

/** A list was read. Both times are epoch milliseconds; `soonest` is the earliest expiry in it. */
export interface ListRead extends Timestamped {
  type: 'read';
  requestedAt: number;
  soonest: number | null;
}

/** The latest likes of a crud that a tab received, at the end of the run; null without any. */
export interface LikesCounted extends Timestamped {
  type: 'counted';
  tab: string;
  row: string;
  likes: number | null;
  /** When their last changes began. */
  since: number;
}

/** The cruds that a page in a real browser shows, top to bottom, at an epoch time. */
export interface PageShown extends Timestamped {
  type: 'shown';
  tab: string;
  now: number;
  rows: string[];
}

/** A crud or message that expires at an epoch time. */
export interface TextExpires extends Timestamped {
  type: 'expires';
  row: string;
  when: number;
}

export type HistoryRecord =
  | ActionInvoked
  | ActionAnswered
  | TabOpened
  | SnapshotReceived
  | EventApplied
  | TabConnected
  | TabClosed
  | SessionRevoked
  | FaultBegan
  | FaultHit
  | FaultEnded
  | ObserverStalled
  | AccessAttempted
  | ListRead
  | PageShown
  | LikesCounted
  | TextExpires;

type WithoutTime<R> = R extends HistoryRecord ? Omit<R, 'at'> : never;

/** A record before it gets its time. */
export type UntimedRecord = WithoutTime<HistoryRecord>;

export interface LogLine {
  stream: string;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
}

export interface StoredMessage {
  row: string;
  group: string;
  members: [string, string];
  pos: number;
  text: string;
  /** From its creation to its expiry, in milliseconds; null when it stays. */
  lastsMs: number | null;
}

/** The store at the end of the run, read without a proxy. */
export interface StoreDump {
  lines: LogLine[];
  heads: { stream: string; seq: number; tag: string }[];
  operations: { sub: string; id: string }[];
  /** Uuids of the existing cruds and replies, newest first as in the home feed. */
  cruds: string[];
  /** The likes of each of them. */
  likes: { row: string; likes: number }[];
  /** Deleted cruds: burned, or purged after their expiry. */
  deleted: string[];
  messages: StoredMessage[];
  /** The blocks and mutes of people. */
  relations: { kind: 'block' | 'mute'; owner: string; other: string }[];
  /** The number of deadlocks that PostgreSQL resolved. */
  deadlocks: number;
}
