import type { StreamName } from '@cruddur/shared';

/** `fleeting` is a crud that the run itself puts into the store, because no caller may choose so short a life. */
export type ActKind = 'crud' | 'reply' | 'message' | 'profile' | 'like' | 'burn' | 'fleeting';

/** Every record's `at`: milliseconds since the run began, by one clock that never jumps. */
interface At {
  at: number;
}

/** Somebody begins an act. `id` is the operation id, `row` the uuid of what it makes or is about. */
export interface Invoked extends At {
  type: 'invoked';
  id: string;
  kind: ActKind;
  sub: string;
  row: string;
}

/** The last word on an act so far; 0 is no answer or a 5xx, and then nobody knows. */
export interface Answered extends At {
  type: 'answered';
  id: string;
  status: number;
}

export interface TabOpened extends At {
  type: 'opened';
  tab: string;
  sub: string;
  session: string;
  /** The one it keeps to; null when it may be any. */
  gateway: string | null;
}

/** A tab follows a stream from here on. */
export interface Adopted extends At {
  type: 'adopted';
  tab: string;
  stream: StreamName;
  seq: number;
  tag: string;
  why: 'first' | 'reset';
}

/** A tab showed an event. `ref` is the uuid in it, if it has one. */
export interface Applied extends At {
  type: 'applied';
  tab: string;
  stream: StreamName;
  seq: number;
  tag: string;
  kind: string;
  ref: string | null;
}

/** The end of a session was answered. */
export interface Revoked extends At {
  type: 'revoked';
  session: string;
}

export interface FaultBegan extends At {
  type: 'fault';
  fault: number;
  name: string;
}

/** Which gateway a fault struck, when it struck one. */
export interface FaultHit extends At {
  type: 'hit';
  fault: number;
  gateway: string;
}

export interface FaultEnded extends At {
  type: 'healed';
  fault: number;
}

/** Whoever writes this history got no turn for so long, and noted what happened meanwhile only now. */
export interface Stalled extends At {
  type: 'stalled';
  ms: number;
}

/** A gateway let a tab in. */
export interface Entered extends At {
  type: 'entered';
  tab: string;
}

/** Somebody knocked with what must not open: an ID token, or the token of a session that has ended. */
export interface Knocked extends At {
  type: 'knocked';
  /** Null for an ID token. */
  session: string | null;
  /** Null when it may be any. */
  gateway: string | null;
  admitted: boolean;
}

/** A tab was closed by its person. */
export interface TabLeft extends At {
  type: 'left';
  tab: string;
}

/** A list was read. Both times are epoch milliseconds; `soonest` is the earliest expiry in it. */
export interface ListRead extends At {
  type: 'read';
  asked: number;
  soonest: number | null;
}

/** What a tab had last heard of what is counted of a crud, when all was over; null when it had heard nothing. */
export interface Counted extends At {
  type: 'counted';
  tab: string;
  row: string;
  likes: number | null;
  /** When the last changes of them began. */
  since: number;
}

/** What a page in a real browser shows, top to bottom, at an epoch time. */
export interface Shown extends At {
  type: 'shown';
  tab: string;
  now: number;
  rows: string[];
}

/** A crud that burns out by itself at an epoch time. */
export interface Expires extends At {
  type: 'expires';
  row: string;
  when: number;
}

export type HistoryRecord =
  | Invoked
  | Answered
  | TabOpened
  | Adopted
  | Applied
  | Entered
  | TabLeft
  | Revoked
  | FaultBegan
  | FaultHit
  | FaultEnded
  | Stalled
  | Knocked
  | ListRead
  | Shown
  | Counted
  | Expires;

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
