import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { FRAME_MAX_BYTES, SOCKET_PATH } from '@cruddur/shared';
import { Server } from 'socket.io';
import { type GatewayParts, type GatewayServer, CONNECTION_TIMEOUTS } from './gateway-types.ts';
import { createConnectionCounter } from './connection-counter.ts';
import { guardConnections } from './connection-guard.ts';
import { disableRooms, releaseHandshake } from './library-internals.ts';
import { serveSockets, type Gateway, type SocketServer } from './serve-sockets.ts';
import { requestIdOf } from '../domain/request-id.ts';

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

/**
 * Connections of one address, as a multiple of its sockets: above the limit of sockets they get `too_many`, above this one the
 * upgrade is refused.
 */
const OVERFLOW_FACTOR = 2;

/** Node builds a UUID of twenty strings, which would all be kept; the copy is one. */
const newId = () => Buffer.from(randomUUID()).toString('latin1');

/** Attaches Socket.IO to a server, which may be listening already. */
export function createGateway(
  server: HttpServer,
  parts: GatewayParts & { settings: GatewaySettings },
): Gateway {
  const { settings, timers } = parts;
  const connectionsByAddress = createConnectionCounter();

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

  const stopGuard = guardConnections(io.engine, timers);
  const sockets: SocketServer = {
    use: (middleware) => void io.use(middleware),
    onConnection: (listener) => void io.on('connection', listener),
    onAdmitted: releaseHandshake,
    async close() {
      stopGuard();
      await io.of('/').adapter.close();
      io.engine.close();
    },
  };
  return serveSockets(sockets, parts, {
    maxPerPerson: settings.maxPerPerson,
    maxPerAddress: settings.maxPerAddress,
    addressOf: (socket) => settings.addressOf(socket.request),
    requestIdOf: (socket) => requestIdFor(socket.request),
  });
}
