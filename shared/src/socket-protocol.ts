import type { StreamEvent } from './schemas/stream-event.ts';
import type {
  AuthRequest,
  PresenceRequest,
  QuietRequest,
  SyncRequest,
  TypingRequest,
  ViewingRequest,
} from './socket-requests.ts';

/** The names of a client's two streams on the wire. */
export type StreamName = 'public' | 'me';

/** The reasons for which a socket is refused or closed. */
export const BYE_CODES = ['token_invalid', 'session_revoked', 'too_slow', 'too_many', 'restarting'] as const;
export type ByeCode = (typeof BYE_CODES)[number];

/** A pair of cursors on the wire, each `seq.tag`. */
export interface WireCursors {
  public: string;
  me: string;
}

/** The optional frames that a gateway accepts. It names them in `ready`; to any other gateway they would be malformed. */
export const OPTIONAL_FRAMES = ['quiet', 'viewing'] as const;
export type OptionalFrame = (typeof OPTIONAL_FRAMES)[number];

export type SyncReply =
  | { ok: true; events: StreamEvent[]; head: string; more: boolean }
  /** Start anew at `head`, which an earlier version sends only as the next `head` frame. */
  | { ok: false; reset: true; head?: string };

export type AuthReply = { ok: true } | { ok: false; code: ByeCode };

/** The absolute counts of one crud. */
export interface Counts {
  uuid: string;
  /** Orders counts: a higher version was read later from the store. */
  version: number;
  likes_count: number;
  reposts_count: number;
  replies_count: number;
  /** The head of the public stream at the time of the read: later replies are not counted here. */
  as_of: string;
}

export interface CountsPayload {
  activities: Counts[];
}

/** Socket.IO's typed event maps. Calls that change data use HTTP only. */
export interface ServerToClientEvents {
  ready: (payload: {
    heads: WireCursors;
    now: string;
    mode: 'resume' | 'reset';
    /** Absent from gateways of earlier versions, which accept none. */
    accepts?: readonly OptionalFrame[];
  }) => void;
  events: (payload: { stream: StreamName; events: StreamEvent[] }) => void;
  counts: (payload: CountsPayload) => void;
  head: (payload: WireCursors & { now: string }) => void;
  typing: (payload: { message_group_uuid: string; handle: string; until: string }) => void;
  presence: (payload: { handle: string; until: string }) => void;
  drain: (payload: { in_ms: number }) => void;
  bye: (payload: { code: ByeCode }) => void;
}

export interface ClientToServerEvents {
  sync: (payload: SyncRequest, ack: (reply: SyncReply) => void) => void;
  auth: (payload: AuthRequest, ack: (reply: AuthReply) => void) => void;
  typing: (payload: TypingRequest) => void;
  presence: (payload: PresenceRequest) => void;
  quiet: (payload: QuietRequest) => void;
  viewing: (payload: ViewingRequest) => void;
}

export const SOCKET_PATH = '/socket.io';
