import type { CountsPayload, Cursor, EventKind, StreamEvent, StreamName } from '@cruddur/shared';

/** A stream's id in the store: everybody's, or one person's own. */
export type StreamId = 'public' | `user:${string}`;

export const PUBLIC_STREAM = 'public' as const;

export function userStream(sub: string): StreamId {
  return `user:${sub}`;
}

/** The name a client knows a stream by; it never learns the store's. */
export function wireNameOf(stream: StreamId): StreamName {
  return stream === PUBLIC_STREAM ? 'public' : 'me';
}

/** What a write wants said: the log keeps a reference, the body is built from the rows when read. */
export interface LogEntry {
  stream: StreamId;
  kind: Exclude<EventKind, 'void'>;
  /** The uuid (or other key) of the row it is about. */
  ref: string;
}

/** One event on its way to the gateways. `previous` is the tag of the event before it in the stream. */
export interface Envelope {
  stream: StreamId;
  previous: string;
  event: StreamEvent;
}

/** A stretch of a stream, without a gap after the cursor that was asked for. */
export type StreamPage =
  { events: StreamEvent[]; head: Cursor; more: boolean } | { reset: true; head: Cursor };

/** What no log keeps, told to all who follow a stream: it is worth hearing now or never. */
export type EphemeralMessage =
  | { to: StreamId; typing: { message_group_uuid: string; handle: string; until: string } }
  | { to: StreamId; presence: { handle: string; until: string } }
  | { to: typeof PUBLIC_STREAM; counts: CountsPayload };
