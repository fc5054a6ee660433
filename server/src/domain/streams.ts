import type { Cursor, EventKind, ServerPayload, StreamEvent, StreamName } from '@cruddur/shared';

/** A stream's id in the store: the public stream, or the stream of one person. */
export type StreamId = 'public' | `user:${string}`;

export const PUBLIC_STREAM = 'public' as const;

export function userStream(sub: string): StreamId {
  return `user:${sub}`;
}

/** The person of a stream; null for the public one. */
export function ownerOf(stream: StreamId): string | null {
  return stream === PUBLIC_STREAM ? null : stream.slice('user:'.length);
}

/** The name of a stream on the wire; clients never see the store's id. */
export function wireNameOf(stream: StreamId): StreamName {
  return stream === PUBLIC_STREAM ? 'public' : 'me';
}

/** An event that a write appends: the log keeps a reference, and the body is built from the rows when it is read. */
export interface LogEntry {
  stream: StreamId;
  kind: Exclude<EventKind, 'void'>;
  /** The uuid, or another key, of the row. */
  ref: string;
}

/** One event as it is sent to the gateways. `previous` is the tag of the event before it in the stream. */
export interface Envelope {
  stream: StreamId;
  previous: string;
  event: StreamEvent;
}

/** The events that follow a cursor, without a gap. */
export type StreamPage =
  | { events: StreamEvent[]; head: Cursor; more: boolean }
  | { reset: true; head: Cursor };

/** A message to the current subscribers of a stream that is not kept in the log. */
export type EphemeralMessage =
  | { to: StreamId; typing: { message_group_uuid: string; handle: string; until: string } }
  | { to: StreamId; presence: { handle: string; until: string } }
  | { to: typeof PUBLIC_STREAM; counts: ServerPayload<'counts'> };
