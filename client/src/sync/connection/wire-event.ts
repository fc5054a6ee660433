import type { ServerPayload, StreamEvent, StreamName, WireCursors } from '@cruddur/shared';
import type { ConnectionState } from './connection.machine.ts';

/** An event outside the log, which is neither stored nor repeated. */
export type EphemeralEvent =
  | { kind: 'typing'; typing: ServerPayload<'typing'> }
  | { kind: 'presence'; presence: ServerPayload<'presence'> };

/** An event of the connection, received from it by the leader tab or from the leader tab by the others. */
export type WireEvent =
  | EphemeralEvent
  /** A new connection: its heads, and whether the missed events follow. */
  | { kind: 'ready'; heads: Partial<WireCursors>; now: string; mode: 'resume' | 'reset' }
  | { kind: 'events'; stream: StreamName; events: StreamEvent[] }
  | { kind: 'head'; heads: Partial<WireCursors>; now: string }
  | { kind: 'counts'; counts: ServerPayload<'counts'> }
  /** The leader tab's cursors, for a new tab, or the head at which it has started anew. */
  | { kind: 'cursors'; cursors: Partial<WireCursors> }
  /** The state of the leader tab's connection. */
  | { kind: 'connection-state'; state: ConnectionState };
