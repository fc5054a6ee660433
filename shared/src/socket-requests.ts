import * as z from 'zod/mini';
import { VIEWED_CRUDS_MAX } from './limits.ts';

// Apart from the rest of the protocol, so that the client's chunks contain neither these schemas nor Zod.

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

export const authRequest = z.object({ token: z.string() });
export type AuthRequest = z.infer<typeof authRequest>;

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
