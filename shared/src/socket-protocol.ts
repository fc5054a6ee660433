import * as z from 'zod/mini';
import { VIEWED_CRUDS_MAX } from './limits.ts';
import type { StreamEvent } from './schemas/stream-event.ts';

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

const TAB_MAX = 64;

/** The payload of the connection; a missing cursor means "from the head". */
export const handshake = z.object({
  token: z.string(),
  cursors: z.optional(z.object({ public: z.optional(z.string()), me: z.optional(z.string()) })),
  // Not `z.maxLength`: it also checks values that are not strings, and throws if their `length` cannot be compared.
  tab: z.optional(z.string().check(z.refine((tab) => tab.length <= TAB_MAX))),
  /** The socket starts as after a `quiet` frame. */
  quiet: z.optional(z.boolean()),
});
export type Handshake = z.infer<typeof handshake>;

export const syncRequest = z.object({ stream: z.enum(['public', 'me']), after: z.string() });
export type SyncRequest = z.infer<typeof syncRequest>;
export type SyncReply =
  | { ok: true; events: StreamEvent[]; head: string; more: boolean }
  /** Start anew at `head`, which an earlier version sends only as the next `head` frame. */
  | { ok: false; reset: true; head?: string };

export const authRequest = z.object({ token: z.string() });
export type AuthRequest = z.infer<typeof authRequest>;
export type AuthReply = { ok: true } | { ok: false; code: ByeCode };

export const typingRequest = z.object({ message_group_uuid: z.string() });
export type TypingRequest = z.infer<typeof typingRequest>;

/** A conversation is on the sender's screen; repeated every `PRESENCE_EVERY_MS` while it is. */
export const presenceRequest = z.object({ message_group_uuid: z.string() });
export type PresenceRequest = z.infer<typeof presenceRequest>;

/** From now on public events reach the socket as `head` only, until it sends `sync` for the public stream. */
export const quietRequest = z.object({ stream: z.literal('public') });
export type QuietRequest = z.infer<typeof quietRequest>;

const crudIds = z.array(z.string()).check(z.refine((ids) => ids.length <= VIEWED_CRUDS_MAX));

/**
 * The cruds that came on the client's screen and left it. From the first such frame on the socket gets the counts of cruds on
 * screen only, and those of the added ones at once.
 */
export const viewingRequest = z.object({ added: crudIds, removed: crudIds });
export type ViewingRequest = z.infer<typeof viewingRequest>;

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
