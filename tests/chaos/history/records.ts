import type { StreamName } from '@cruddur/shared';

/** `fleeting` is a crud that the run itself puts into the store, because no caller may choose so short a life. */
export type ActionKind = 'crud' | 'reply' | 'message' | 'profile' | 'like' | 'burn' | 'fleeting';

/** Every record's `at`: milliseconds since the run began, by one clock that never jumps. */
interface Timestamped {
  at: number;
}

/** Somebody begins an act. `id` is the operation id, `row` the uuid of what it makes or is about. */
export interface ActionInvoked extends Timestamped {
  type: 'invoked';
  id: string;
  kind: ActionKind;
  sub: string;
  row: string;
}

/** The last word on an act so far; 0 is no answer or a 5xx, and then nobody knows. */
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
  /** The one it keeps to; null when it may be any. */
  gateway: string | null;
}

/** A tab follows a stream from here on. */
export interface SnapshotAdopted extends Timestamped {
  type: 'adopted';
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
  type: 'fault';
  fault: number;
  name: string;
}

/** Which gateway a fault struck, when it struck one. */
export interface FaultHit extends Timestamped {
  type: 'hit';
  fault: number;
  gateway: string;
}

export interface FaultEnded extends Timestamped {
  type: 'healed';
  fault: number;
}

/** Whoever writes this history got no turn for so long, and noted what happened meanwhile only now. */
export interface ObserverStalled extends Timestamped {
  type: 'stalled';
  ms: number;
}

/** A gateway let a tab in. */
export interface TabConnected extends Timestamped {
  type: 'entered';
  tab: string;
}

/** Somebody knocked with what must not open: an ID token, or the token of a session that has ended. */
export interface AccessAttempted extends Timestamped {
  type: 'knocked';
  /** Null for an ID token. */
  session: string | null;
  /** Null when it may be any. */
  gateway: string | null;
  admitted: boolean;
}

/** A tab was closed by its person. */
export interface TabClosed extends Timestamped {
  type: 'left';
  tab: string;
}

/** A list was read. Both times are epoch milliseconds; `soonest` is the earliest expiry in it. */
export interface ListRead extends Timestamped {
  type: 'read';
  asked: number;
  soonest: number | null;
}

/** What a tab had last heard of what is counted of a crud, when all was over; null when it had heard nothing. */
export interface LikesCounted extends Timestamped {
  type: 'counted';
  tab: string;
  row: string;
  likes: number | null;
  /** When the last changes of them began. */
  since: number;
}

/** What a page in a real browser shows, top to bottom, at an epoch time. */
export interface PageShown extends Timestamped {
  type: 'shown';
  tab: string;
  now: number;
  rows: string[];
}

/** A crud that burns out by itself at an epoch time. */
export interface CrudExpires extends Timestamped {
  type: 'expires';
  row: string;
  when: number;
}

export type HistoryRecord =
  | ActionInvoked
  | ActionAnswered
  | TabOpened
  | SnapshotAdopted
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
  | CrudExpires;

export interface LogLine {
  stream: string;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
}

/** The store when all is over, read past every proxy. */
export interface StoreDump {
  lines: LogLine[];
  heads: { stream: string; seq: number; tag: string }[];
  operations: { sub: string; id: string }[];
  /** Uuids of the cruds and replies that live, newest first as the home feed must show the cruds. */
  cruds: string[];
  /** How many like each of them. */
  likes: { row: string; likes: number }[];
  /** Cruds that are gone: burned, or purged after their end. */
  gone: string[];
  messages: { row: string; group: string; members: [string, string]; pos: number }[];
  /** How often PostgreSQL had to break a ring of waiting transactions. */
  deadlocks: number;
}
