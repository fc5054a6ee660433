import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { FRAME_MAX_BYTES, SOCKET_PATH } from '@cruddur/shared';
import { Server } from 'socket.io';
import { wireName, type Whisper } from '../domain/events.ts';
import type { GatewayParts, GatewayServer, GatewaySocket } from './gateway-types.ts';
import { createGreet } from './greet.ts';
import { createHandshake } from './handshake.ts';
import { createPlaces } from './places.ts';
import { createSessionSocket, type SessionSocket } from './session-socket.ts';
import { createStreamRooms } from './stream-rooms.ts';
import { createTyping } from './typing.ts';

export interface GatewaySettings {
  /** An Origin that may connect; a client without one always may. */
  isOriginAllowed: (origin: string) => boolean;
  /** Who connects, seen through the proxies that are trusted. */
  addressOf: (request: IncomingMessage) => string;
  maxPerPerson: number;
  maxPerAddress: number;
}

export interface Gateway {
  /** Sockets that are signed in here. */
  count(): number;
  /** Announces the end, refuses newcomers and closes everything after the time given, or once all have left. */
  drain(inMs: number): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const PING = { pingInterval: 10_000, pingTimeout: 10_000 };
/** Up to here a crowded address is told why; beyond, the door stays shut. */
const CROWD = 2;

/** Opens the socket door on a server that may be listening already. */
export function createGateway(
  server: HttpServer,
  parts: GatewayParts & { settings: GatewaySettings },
): Gateway {
  const { settings, revocations, bus, timers, readers } = parts;
  const addresses = createPlaces();
  const sessions = new Set<SessionSocket>();
  let draining = false;
  let allLeft: (() => void) | undefined;

  const io: GatewayServer = new Server(server, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_MAX_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...PING,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      const address = settings.addressOf(request);
      const isWelcome =
        (origin === undefined || settings.isOriginAllowed(origin)) &&
        addresses.count(address) < settings.maxPerAddress * CROWD;
      // One WebSocket is one connection, so the place is free again when that closes.
      if (isWelcome) request.socket.once('close', addresses.take(address));
      decide(null, isWelcome);
    },
  });

  const rooms = createStreamRooms({
    readers,
    timers,
    broadcast: (stream, events) => io.to(stream).emit('events', { stream: wireName(stream), events }),
  });
  const tell = ({ to, typing }: Whisper) => void io.to(to).emit('typing', typing);
  const sessionParts = {
    ...parts,
    rooms,
    greet: createGreet(parts),
    typing: createTyping({ ...parts, tell }),
  };

  io.use(
    createHandshake({
      greet: sessionParts.greet,
      people: createPlaces(),
      maxPerPerson: settings.maxPerPerson,
      isCrowded: (socket) => addresses.count(settings.addressOf(socket.request)) > settings.maxPerAddress,
      isDraining: () => draining,
    }),
  );
  io.on('connection', (socket: GatewaySocket) => {
    const session = createSessionSocket(socket, sessionParts);
    sessions.add(session);
    socket.on('disconnect', () => {
      sessions.delete(session);
      if (sessions.size === 0) allLeft?.();
    });
  });

  const stops = [
    timers.every(1000, () => sessions.forEach((session) => session.tick())),
    revocations.onRevoked((isOver) => sessions.forEach((session) => session.cutIf(isOver))),
    bus.onWhisper(tell),
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
          allLeft = resolve;
          timers.after(inMs, resolve);
        });
      }
      await close();
    },
  };
}
