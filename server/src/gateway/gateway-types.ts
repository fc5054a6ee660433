import type { ByeCode, ClientToServerEvents, ServerToClientEvents } from '@cruddur/shared';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Clock } from '../domain/clock.ts';
import type { Logger } from '../domain/logger.ts';
import type { MachineCounter } from '../domain/machines/machine-counter.ts';
import type { Bus, IdentityProvider } from '../domain/ports.ts';
import type { AuthenticateToken } from '../domain/sessions/authenticate-token.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { SessionChecks } from '../domain/sessions/session-checks.ts';
import type { SessionUses } from '../domain/sessions/session-uses.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { CountsPublisher } from '../streams/counts-publisher.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import type { Timers } from '../domain/timers.ts';
import type { FindPrivacySettings } from './room-privacy.ts';

/** What the handshake stores on a socket. */
export interface SocketData {
  viewer: Viewer;
}

export type GatewayServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GatewaySocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
/** The engine.io connection of a socket. */
export type Connection = GatewaySocket['conn'];

/** The request of a socket's handshake. */
export interface SocketOrigin {
  /** For the log. */
  requestId: string;
  /** Empty when the client sends none; undefined for a later message of the socket. */
  userAgent?: string;
}

/**
 * Verifies a token.
 * @returns the viewer, or the code with which the socket is refused
 */
export type AuthenticateSocket = (
  token: string,
  origin: SocketOrigin,
) => Promise<{ viewer: Viewer } | { code: ByeCode }>;

/** The other members of a conversation; null for a person who is not a member. */
export type FindOtherMembers = (
  group: string,
  sub: string,
) => Promise<{ sub: string; handle: string }[] | null>;

export interface GatewayParts {
  authenticateToken: AuthenticateToken;
  identity: Pick<IdentityProvider, 'verifyToken'>;
  revocations: Pick<Revocations, 'isRevoked' | 'isStale' | 'onRevoked'>;
  checks: Pick<SessionChecks, 'noteUse' | 'isUnverifiable'>;
  uses: Pick<SessionUses, 'noteUse'>;
  readers: StreamReaders;
  bus: Pick<Bus, 'publishEphemeral' | 'onEphemeral'>;
  findOtherMembers: FindOtherMembers;
  findPrivacySettings: FindPrivacySettings;
  /** Called when a visible tab of a person may show something new. */
  noteVisible: (sub: string) => void;
  counts: Pick<CountsPublisher, 'onCounts' | 'readCurrent'>;
  clock: Clock;
  timers: Timers;
  machines: { gatewaySession: MachineCounter<'gatewaySession'> };
  /** From 0 up to 1, as `Math.random`. */
  random: () => number;
  logger: Logger;
}

/** In milliseconds. A lost connection is detected within 14 s: a ping after 8 s, and 6 s for the pong. */
export const CONNECTION_TIMEOUTS = {
  /** How long a connection may wait with its handshake. */
  connectTimeout: 5000,
  pingInterval: 8000,
  pingTimeout: 6000,
};
