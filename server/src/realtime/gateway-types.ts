import type { ByeCode, ClientToServerEvents, ServerToClientEvents } from '@cruddur/shared';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Clock } from '../domain/clock.ts';
import type { Logger } from '../domain/logger.ts';
import type { Tally } from '../domain/machines/tally.ts';
import type { Bus, IdentityProvider } from '../domain/ports.ts';
import type { Admit } from '../domain/sessions/admit.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { CountsDesk } from './counts-desk.ts';
import type { StreamReaders } from './stream-readers.ts';
import type { Timers } from './timers.ts';

/** What the handshake leaves on a socket. */
export interface SocketData {
  viewer: Viewer;
}

export type GatewayServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GatewaySocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** Turns a token into a viewer, or says with which code the socket is refused. */
export type Greet = (token: string) => Promise<{ viewer: Viewer } | { code: ByeCode }>;

/** The other members of a conversation; null when it is not this person's. */
export type OthersIn = (group: string, sub: string) => Promise<{ sub: string; handle: string }[] | null>;

export interface GatewayParts {
  admit: Admit;
  identity: Pick<IdentityProvider, 'verify'>;
  revocations: Pick<Revocations, 'isRevoked' | 'isStale' | 'onRevoked'>;
  readers: StreamReaders;
  bus: Pick<Bus, 'whisper' | 'onWhisper'>;
  othersIn: OthersIn;
  counts: Pick<CountsDesk, 'listen'>;
  clock: Clock;
  timers: Timers;
  machines: { gatewaySession: Tally<'gatewaySession'> };
  /** From 0 up to 1, as `Math.random`. */
  random: () => number;
  logger: Logger;
}
