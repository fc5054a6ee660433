import type {
  CountsPayload,
  ServerToClientEvents,
  StreamEvent,
  StreamName,
  WireCursors,
} from '@cruddur/shared';
import type { ConnectionState } from '../../machines/connection.machine.ts';

/** An event outside the log, which is neither stored nor repeated. */
export type EphemeralEvent =
  | { kind: 'typing'; typing: Parameters<ServerToClientEvents['typing']>[0] }
  | { kind: 'presence'; presence: Parameters<ServerToClientEvents['presence']>[0] };

/** The ephemeral events that a tab sends about a conversation. */
export type PresenceNote = 'typing' | 'presence';

/** An event of the connection, received from it by the leader tab or from the leader tab by the others. */
export type WireEvent =
  | EphemeralEvent
  /** A new connection: its heads, and whether the missed events follow. */
  | { kind: 'ready'; heads: Partial<WireCursors>; now: string; mode: 'resume' | 'reset' }
  | { kind: 'events'; stream: StreamName; events: StreamEvent[] }
  | { kind: 'head'; heads: Partial<WireCursors>; now: string }
  | { kind: 'counts'; counts: CountsPayload }
  /** The leader tab's positions, for a new tab, or the head at which it has started anew. */
  | { kind: 'place'; heads: Partial<WireCursors> }
  /** The state of the leader tab's connection. */
  | { kind: 'line'; state: ConnectionState };
