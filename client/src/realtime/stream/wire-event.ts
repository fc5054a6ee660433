import type {
  CountsPayload,
  ServerToClientEvents,
  StreamEvent,
  StreamName,
  WireCursors,
} from '@cruddur/shared';
import type { ConnectionEvent } from '../../machines/connection.machine.ts';

/** A word about something that is true for a moment only. */
export type EphemeralEvent =
  | { kind: 'typing'; typing: Parameters<ServerToClientEvents['typing']>[0] }
  | { kind: 'presence'; presence: Parameters<ServerToClientEvents['presence']>[0] };

/** What a tab may say of itself, about one conversation. */
export type PresenceNote = 'typing' | 'presence';

/** What a connection brings, whether this tab holds it or hears of it from the tab that does. */
export type WireEvent =
  | EphemeralEvent
  /** A connection begins: the heads it begins at, and whether what was missed follows. */
  | { kind: 'ready'; heads: WireCursors; now: string; mode: 'resume' | 'reset' }
  | { kind: 'events'; stream: StreamName; events: StreamEvent[] }
  | { kind: 'head'; heads: WireCursors; now: string }
  | { kind: 'counts'; counts: CountsPayload }
  /** Where the leading tab stands, for one that has just come. */
  | { kind: 'place'; heads: Partial<WireCursors> }
  /** What became of the connection. */
  | { kind: 'line'; event: ConnectionEvent };

export const STREAMS = ['public', 'me'] as const satisfies readonly StreamName[];
