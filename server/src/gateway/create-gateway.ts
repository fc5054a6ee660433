import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { FRAME_MAX_BYTES, SOCKET_PATH } from '@cruddur/shared';
import { Server } from 'socket.io';
import { loggerWithId, requestIdOf, withRequest } from '../request-context.ts';
import { PUBLIC_STREAM, wireNameOf, type EphemeralMessage } from '../domain/streams.ts';
import { createSendPresence } from './presence.ts';
import { broadcastEvents } from './stream-subscription.ts';
import type { GatewayParts, GatewayServer, GatewaySocket } from './gateway-types.ts';
import { createAuthenticateSocket } from './authenticate-socket.ts';
import { createHandshake } from './handshake.ts';
import { createConnectionCounter } from './connection-counter.ts';
import { createSessionSocket, type SessionSocket } from './session-socket.ts';
import { createStreamRooms } from '../streams/stream-rooms.ts';
import { guardConnections } from './connection-guard.ts';

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

/** Attaches Socket.IO to a server, which may be listening already. */
export function createGateway(
  server: HttpServer,
  parts: GatewayParts & { settings: GatewaySettings },
): Gateway {
  const { settings, revocations, bus, timers, readers, counts } = parts;
  const connectionsByAddress = createConnectionCounter();
  const sessions = new Set<SessionSocket>();
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
      if (isAllowed) request.socket.once('close', connectionsByAddress.acquire(address));
      decide(null, isAllowed);
    },
  });

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
    const id = requestIds.get(request) ?? requestIdOf(given, { isProxied, newId: randomUUID });
    requestIds.set(request, id);
    return id;
  }

  io.engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    headers['X-Request-Id'] = requestIdFor(request);
  });

  function* socketsIn(room: string): Iterable<GatewaySocket> {
    const { adapter, sockets } = io.of('/');
    for (const id of adapter.rooms.get(room) ?? []) {
      const socket = sockets.get(id);
      if (socket) yield socket;
    }
  }

  const rooms = createStreamRooms({
    readers,
    timers,
    broadcast: (stream, events) => broadcastEvents(socketsIn(stream), { stream: wireNameOf(stream), events }),
  });
  const emitEphemeral = (message: EphemeralMessage) => {
    if ('typing' in message) io.to(message.to).emit('typing', message.typing);
    if ('presence' in message) io.to(message.to).emit('presence', message.presence);
  };
  const publicRoom = rooms.acquireRoom(PUBLIC_STREAM);
  counts.onCounts((activities) => {
    // Events from before the counts were read are sent first.
    publicRoom.room.flush();
    io.to(PUBLIC_STREAM).emit('counts', { activities });
  });
  const sessionParts = {
    ...parts,
    rooms,
    authenticateSocket: createAuthenticateSocket(parts),
    sendPresence: createSendPresence({ ...parts, emitEphemeral }),
  };

  const checkHandshake = createHandshake({
    authenticateSocket: sessionParts.authenticateSocket,
    connectionsByPerson: createConnectionCounter(),
    maxPerPerson: settings.maxPerPerson,
    addressOf: (socket) => settings.addressOf(socket.request),
    maxPerAddress: settings.maxPerAddress,
    isDraining: () => draining,
  });
  io.use((socket: GatewaySocket, next) => {
    const { request } = socket;
    const context = { requestId: requestIdFor(request), address: settings.addressOf(request) };
    withRequest(context, () => checkHandshake(socket, next));
  });
  io.on('connection', (socket: GatewaySocket) => {
    const session = createSessionSocket(socket, {
      ...sessionParts,
      logger: loggerWithId(parts.logger, requestIdFor(socket.request)),
    });
    sessions.add(session);
    socket.on('disconnect', () => {
      sessions.delete(session);
      // A connection without a session is closed as well.
      socket.conn.close();
      if (sessions.size === 0) resolveDrained?.();
    });
  });

  const stops = [
    guardConnections(io.engine, timers),
    publicRoom.release,
    timers.every(1000, () => sessions.forEach((session) => session.tick())),
    revocations.onRevoked((isOver) => sessions.forEach((session) => session.endIfRevoked(isOver))),
    bus.onEphemeral(emitEphemeral),
  ];

  async function close(): Promise<void> {
    draining = true;
    stops.forEach((stop) => stop());
    sessions.forEach((session) => session.end('restarting'));
    await io.of('/').adapter.close();
    io.engine.close();
  }

  return {
    count: () => sessions.size,
    close,
    async drain(inMs) {
      draining = true;
      sessions.forEach((session) => session.drain(inMs));
      if (inMs > 0 && sessions.size > 0) {
        await new Promise<void>((resolve) => {
          resolveDrained = resolve;
          timers.after(inMs, resolve);
        });
      }
      await close();
    },
  };
}
