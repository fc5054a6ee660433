import * as z from 'zod/mini';
import { BYE_CODES } from './errors.ts';
import { VIEWED_CRUDS_MAX } from './limits.ts';
import { streamEvent } from './stream/stream-event.ts';

// The client imports only types from here, so that its chunks contain neither these schemas nor Zod.

/** Raised with each change of a message: tests/unit/shared/socket-protocol.test.ts. */
export const SOCKET_PROTOCOL_VERSION = 1;

/** The frames that a gateway names in `ready`, so that a client of a later version sends no others to it. */
export const ACCEPTED_FRAMES = ['quiet', 'viewing'] as const;
const TAB_MAX = 64;

const text = z.string();
const code = z.enum(BYE_CODES);
const streamName = z.enum(['public', 'me']);
const wireCursors = z.object({ public: text, me: text });
const streamEvents = z.array(streamEvent);
const conversation = z.object({ message_group_uuid: text });
const crudIds = z.array(text).check(z.refine((ids) => ids.length <= VIEWED_CRUDS_MAX));

/** The payload of the connection; a missing cursor means "from the head". */
export const handshake = z.object({
  token: text,
  cursors: z.optional(z.partial(wireCursors)),
  // Not `z.maxLength`: it also checks values that are not strings, and throws if their `length` cannot be compared.
  tab: z.optional(text.check(z.refine((tab) => tab.length <= TAB_MAX))),
  /** The socket starts as after a `quiet` frame. */
  quiet: z.optional(z.boolean()),
});

/** The `data` of the error with which a connection is refused. */
const refusal = z.object({ code });

/** The absolute counts of one crud. */
const counts = z.object({
  uuid: text,
  /** Orders counts: a higher version was read later from the store. */
  version: z.number(),
  likes_count: z.number(),
  reposts_count: z.number(),
  replies_count: z.number(),
  /** The head of the public stream at the time of the read: later replies are not counted here. */
  as_of: text,
});

const viewing = z.object({ added: crudIds, removed: crudIds });

const message = <N extends string, P extends z.ZodMiniType>(name: N, payload: P) =>
  z.tuple([z.literal(name), payload]);

export const serverMessage = z.union([
  message(
    'ready',
    z.object({
      heads: wireCursors,
      now: text,
      mode: z.enum(['resume', 'reset']),
      accepts: z.array(z.enum(ACCEPTED_FRAMES)),
    }),
  ),
  message('events', z.object({ stream: streamName, events: streamEvents })),
  message('counts', z.object({ activities: z.array(counts) })),
  message('head', z.object({ ...wireCursors.shape, now: text })),
  message('typing', z.object({ message_group_uuid: text, handle: text, until: text })),
  message('presence', z.object({ handle: text, until: text })),
  message('drain', z.object({ in_ms: z.number() })),
  message('bye', z.object({ code })),
]);

/** Calls that change data use HTTP only. */
export const clientMessage = z.union([
  message('sync', z.object({ stream: streamName, after: text })),
  message('auth', z.object({ token: text })),
  message('typing', conversation),
  /** A conversation is on the sender's screen; repeated every `PRESENCE_EVERY_MS` while it is. */
  message('presence', conversation),
  /** From now on public events reach the socket as `head` only, until it sends `sync` for the public stream. */
  message('quiet', z.object({ stream: z.literal('public') })),
  /**
   * The cruds that came on the client's screen and left it. From the first such frame on the socket gets the counts of cruds on
   * screen only, and those of the added ones at once.
   */
  message('viewing', viewing),
]);

/** The acknowledgements, by the message that they answer. */
export const replies = {
  sync: z.union([
    z.object({ ok: z.literal(true), events: streamEvents, head: text, more: z.boolean() }),
    /** Start anew at `head`. */
    z.object({ ok: z.literal(false), reset: z.literal(true), head: text }),
  ]),
  auth: z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), code })]),
};

/** Everything that a socket carries. A test records its hash with the version. */
export const socketWire = z.union([
  handshake,
  refusal,
  serverMessage,
  clientMessage,
  replies.sync,
  replies.auth,
]);

/** The names and payloads of the messages of one side. */
export const payloadsOf = (side: typeof serverMessage | typeof clientMessage) =>
  side.def.options.flatMap(({ def: { items } }) =>
    items[0].def.values.map((name) => ({ name, payload: items[1] })),
  );

/** The names of a client's two streams on the wire. */
export type StreamName = z.infer<typeof streamName>;
/** A pair of cursors on the wire, each `seq.tag`. */
export type WireCursors = z.infer<typeof wireCursors>;
export type Handshake = z.infer<typeof handshake>;
export type Refusal = z.infer<typeof refusal>;
export type Counts = z.infer<typeof counts>;
export type ViewingRequest = z.infer<typeof viewing>;
export type ServerMessage = z.infer<typeof serverMessage>;
export type ServerPayload<N extends ServerMessage[0]> = Extract<ServerMessage, [N, unknown]>[1];
export type ClientMessage = z.infer<typeof clientMessage>;
type Replies = { [N in keyof typeof replies]: z.infer<(typeof replies)[N]> };
export type SyncReply = Replies['sync'];
export type AuthReply = Replies['auth'];

/** Socket.IO's typed event maps. */
export type ServerToClientEvents = { [M in ServerMessage as M[0]]: (payload: M[1]) => void };
export type ClientToServerEvents = {
  [M in ClientMessage as M[0]]: M[0] extends keyof Replies
    ? (payload: M[1], ack: (reply: Replies[M[0]]) => void) => void
    : (payload: M[1]) => void;
};
