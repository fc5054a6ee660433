import * as z from 'zod/mini';
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

const TAB_MAX = 64;

/** The payload of the connection; a missing cursor means "from the head". */
export const handshake = z.object({
  token: z.string(),
  cursors: z.optional(z.object({ public: z.optional(z.string()), me: z.optional(z.string()) })),
  // Not `z.maxLength`: it also checks values that are not strings, and throws if their `length` cannot be compared.
  tab: z.optional(z.string().check(z.refine((tab) => tab.length <= TAB_MAX))),
});
export type Handshake = z.infer<typeof handshake>;

export const syncRequest = z.object({ stream: z.enum(['public', 'me']), after: z.string() });
export type SyncRequest = z.infer<typeof syncRequest>;
export type SyncReply =
  { ok: true; events: StreamEvent[]; head: string; more: boolean } | { ok: false; reset: true };

export const authRequest = z.object({ token: z.string() });
export type AuthRequest = z.infer<typeof authRequest>;
export type AuthReply = { ok: true } | { ok: false; code: ByeCode };

export const typingRequest = z.object({ message_group_uuid: z.string() });
export type TypingRequest = z.infer<typeof typingRequest>;

/** A conversation is on the sender's screen; repeated every `PRESENCE_EVERY_MS` while it is. */
export const presenceRequest = z.object({ message_group_uuid: z.string() });
export type PresenceRequest = z.infer<typeof presenceRequest>;

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
  ready: (payload: { heads: WireCursors; now: string; mode: 'resume' | 'reset' }) => void;
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
}

export const SOCKET_PATH = '/socket.io';
