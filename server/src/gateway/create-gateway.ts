import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { FRAME_MAX_BYTES, SOCKET_PATH, type EventKind } from '@cruddur/shared';
import { Server } from 'socket.io';
import { requestIdOf } from '../request-id.ts';
import { ownerOf, PUBLIC_STREAM, userStream, type StreamId } from '../domain/streams.ts';
import type { Session } from '../domain/viewer.ts';
import { cacheMemberStreams } from './conversation-members.ts';
import { createEmitEphemeral } from './emit-ephemeral.ts';
import { createSendPresence } from './presence.ts';
import { createRoomPrivacy } from './room-privacy.ts';
import type { GatewayParts, GatewayServer, GatewaySocket } from './gateway-types.ts';
import { createAuthenticateSocket } from './authenticate-socket.ts';
import { createHandshake, toConnectError } from './handshake.ts';
import { createCountsDelivery } from './counts-delivery.ts';
import { createConnectionCounter } from './connection-counter.ts';
import { SessionSocket } from './session-socket.ts';
import { createStreamRooms, type RoomObserver } from '../streams/stream-rooms.ts';
import { guardConnections } from './connection-guard.ts';
import { disableRooms, releaseHandshake, requestOf } from './library-internals.ts';
import { createTimerWheel } from './timer-wheel.ts';

export interface GatewaySettings {
  /** An Origin that may connect; a client without one always may. */
  isOriginAllowed: (origin: string) => boolean;
  /** What connections are counted by: an IPv4 address or an IPv6 network. */
  addressOf: (request: IncomingMessage) => string;
  /** Whether a request id from a proxy is kept. */
  isProxied?: boolean;
  maxPerPerson: number;
  maxPerAddress: number;
  /** Shorter in tests. */
  timeouts?: typeof CONNECTION_TIMEOUTS;
}

export interface Gateway {
  /** Admitted sockets of this gateway. */
  count(): number;
  /** Whether a socket of a person whose browser has a visible tab gets every event. */
  hasVisibleTab(sub: string): boolean;
  /** Sends `drain`, refuses new handshakes, and closes after `inMs` or once all sockets have left. */
  drain(inMs: number): Promise<void>;
  close(): Promise<void>;
}

/** In milliseconds. A lost connection is detected within 14 s: a ping after 8 s, and 6 s for the pong. */
export const CONNECTION_TIMEOUTS = {
  /** How long a connection may wait with its handshake. */
  connectTimeout: 5000,
  pingInterval: 8000,
  pingTimeout: 6000,
};
/**
 * Connections of one address, as a multiple of its sockets: above the limit of sockets they get `too_many`, above this one the
 * upgrade is refused.
 */
const OVERFLOW_FACTOR = 2;

/** The kinds of events that are also pushed. */
const PUSHED_KINDS: ReadonlySet<EventKind> = new Set(['message.created', 'notification.created']);

/** Node builds a UUID of twenty strings, which would all be kept; the copy is one. */
const newId = () => Buffer.from(randomUUID()).toString('latin1');

/** Attaches Socket.IO to a server, which may be listening already. */
export function createGateway(
  server: HttpServer,
  parts: GatewayParts & { settings: GatewaySettings },
): Gateway {
  const { settings, revocations, bus, timers, readers, counts, logger } = parts;
  const connectionsByAddress = createConnectionCounter();
  const sessions = createTimerWheel<SessionSocket>(timers, (session) => session.tick());
  let draining = false;
  let resolveDrained: (() => void) | undefined;

  const io: GatewayServer = new Server(server, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_MAX_BYTES,
    ...(settings.timeouts ?? CONNECTION_TIMEOUTS),
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      const address = settings.addressOf(request);
      const isAllowed =
        (origin === undefined || settings.isOriginAllowed(origin)) &&
        connectionsByAddress.count(address) < settings.maxPerAddress * OVERFLOW_FACTOR;
      // One TCP socket carries one WebSocket.
      if (isAllowed) {
        connectionsByAddress.add(address);
        request.socket.on('close', () => connectionsByAddress.remove(address));
      }
      decide(null, isAllowed);
    },
  });

  disableRooms(io);

  // A request with `sid` would upgrade an existing connection to a socket that `allowRequest` has not seen.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) => {
    const { searchParams } = new URL(request.url ?? '', 'http://gateway');
    next(
      searchParams.has('sid')
        ? new Error('WebSocket is the only transport: no connection can be upgraded')
        : undefined,
    );
  });

  const requestIds = new WeakMap<IncomingMessage, string>();

  function requestIdFor(request: IncomingMessage): string {
    const { isProxied = false } = settings;
    const given = request.headers['x-request-id'];
    const id = requestIds.get(request) ?? requestIdOf(given, { isProxied, newId });
    requestIds.set(request, id);
    return id;
  }

  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    headers['X-Request-Id'] = requestIdFor(request);
  });

  const isFollowed = (stream: StreamId) => rooms.isFollowed(stream);
  const memberStreams = cacheMemberStreams({ ...parts, isFollowed });
  const privacy = createRoomPrivacy(parts.findPrivacySettings, isFollowed);
  const observer: RoomObserver = {
    onEvents(stream, events) {
      privacy.onEvents(stream, events);
      if (events.some(({ kind }) => kind === 'block.changed' || kind === 'request.changed'))
        memberStreams.forget(stream);
      const owner = ownerOf(stream);
      if (owner !== null && events.some(({ kind }) => PUSHED_KINDS.has(kind))) parts.noteVisible(owner);
    },
    onLost(stream) {
      privacy.onLost(stream);
      memberStreams.forget(stream);
    },
  };
  const rooms = createStreamRooms({ readers, timers, observer });
  const emitEphemeral = createEmitEphemeral({ rooms, privacy, logger });
  const publicRoom = rooms.acquireRoom(PUBLIC_STREAM);
  const sessionParts = {
    ...parts,
    rooms,
    tokens: new WeakMap<Session, string>(),
    authenticateSocket: createAuthenticateSocket(parts),
    sendPresence: createSendPresence({ ...parts, memberStreams, privacy, emitEphemeral }),
    countsDelivery: createCountsDelivery({ counts, publicRoom, logger }),
  };

  const checkHandshake = createHandshake({
    authenticateSocket: sessionParts.authenticateSocket,
    connectionsByPerson: createConnectionCounter(),
    maxPerPerson: settings.maxPerPerson,
    addressOf: (socket) => settings.addressOf(socket.request),
    requestIdOf: (socket) => requestIdFor(socket.request),
    maxPerAddress: settings.maxPerAddress,
    isDraining: () => draining,
  });
  io.use((socket: GatewaySocket, next) => {
    // A second attempt on a connection whose handshake is released.
    if (requestOf(socket.conn) === undefined) next(toConnectError('too_many'));
    else checkHandshake(socket, next);
  });
  io.on('connection', (socket: GatewaySocket) => {
    const session = new SessionSocket(socket, sessionParts, requestIdFor(socket.request));
    sessions.add(session);
    socket.on('disconnect', () => {
      session.close();
      sessions.remove(session);
      // A connection without a session is closed as well.
      socket.conn.close();
      if (sessions.count() === 0) resolveDrained?.();
    });
    void session.start();
    releaseHandshake(socket);
  });

  const stops = [
    guardConnections(io.engine, timers),
    () => rooms.releaseRoom(PUBLIC_STREAM),
    () => sessions.stop(),
    revocations.onRevoked((isOver) => {
      for (const session of sessions) session.endIfRevoked(isOver);
    }),
    bus.onEphemeral(emitEphemeral),
  ];

  async function close(): Promise<void> {
    draining = true;
    stops.forEach((stop) => stop());
    for (const session of sessions) session.end('restarting');
    await io.of('/').adapter.close();
    io.engine.close();
  }

  return {
    count: () => sessions.count(),
    hasVisibleTab: (sub) => rooms.hasVisible(userStream(sub)),
    close,
    async drain(inMs) {
      draining = true;
      for (const session of sessions) session.drain(inMs);
      if (inMs > 0 && sessions.count() > 0) {
        await new Promise<void>((resolve) => {
          resolveDrained = resolve;
          timers.after(inMs, resolve);
        });
      }
      await close();
    },
  };
}
