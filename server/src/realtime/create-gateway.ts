import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { FRAME_MAX_BYTES, SOCKET_PATH } from '@cruddur/shared';
import { Server } from 'socket.io';
import { PUBLIC_STREAM, wireName, type Whisper } from '../domain/events.ts';
import { createCompany } from './company.ts';
import type { GatewayParts, GatewayServer, GatewaySocket } from './gateway-types.ts';
import { createGreet } from './greet.ts';
import { createHandshake } from './handshake.ts';
import { createPlaces } from './places.ts';
import { createSessionSocket, type SessionSocket } from './session-socket.ts';
import { createStreamRooms } from './stream-rooms.ts';
import { watchConnections } from './watch-connections.ts';

export interface GatewaySettings {
  /** An Origin that may connect; a client without one always may. */
  isOriginAllowed: (origin: string) => boolean;
  /** Whose connections are counted together: an address, or a network of IPv6. */
  addressOf: (request: IncomingMessage) => string;
  maxPerPerson: number;
  maxPerAddress: number;
  /** Shorter ones are for tests. */
  patience?: typeof PATIENCE;
}

export interface Gateway {
  /** Sockets that are signed in here. */
  count(): number;
  /** Announces the end, refuses newcomers and closes everything after the time given, or once all have left. */
  drain(inMs: number): Promise<void>;
  close(): Promise<void>;
}

/** In milliseconds. Who has gone without a word is found within 14 s: asked after 8, and given up 6 later. */
export const PATIENCE = {
  /** So long may a connection take to say whose it is. */
  connectTimeout: 5000,
  pingInterval: 8000,
  pingTimeout: 6000,
};
/** Up to here a crowded address is told why; beyond, the door stays shut. */
const CROWD = 2;

/** Opens the socket door on a server that may be listening already. */
export function createGateway(
  server: HttpServer,
  parts: GatewayParts & { settings: GatewaySettings },
): Gateway {
  const { settings, revocations, bus, timers, readers, counts } = parts;
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
    ...(settings.patience ?? PATIENCE),
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

  // A request that names a connection would move it to a socket that was never asked at the door.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) => {
    const { searchParams } = new URL(request.url ?? '', 'http://gateway');
    next(searchParams.has('sid') ? new Error('there is nothing to upgrade from') : undefined);
  });

  const rooms = createStreamRooms({
    readers,
    timers,
    broadcast: (stream, events) => io.to(stream).emit('events', { stream: wireName(stream), events }),
  });
  const tell = (whisper: Whisper) => {
    if ('typing' in whisper) io.to(whisper.to).emit('typing', whisper.typing);
    if ('presence' in whisper) io.to(whisper.to).emit('presence', whisper.presence);
  };
  const everybody = rooms.use(PUBLIC_STREAM);
  counts.listen((activities) => {
    // What was said before the counts were read goes before them.
    everybody.room.flush();
    io.to(PUBLIC_STREAM).emit('counts', { activities });
  });
  const sessionParts = {
    ...parts,
    rooms,
    greet: createGreet(parts),
    company: createCompany({ ...parts, tell }),
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
      // Nobody stays on as a connection without a session.
      socket.conn.close();
      if (sessions.size === 0) allLeft?.();
    });
  });

  const stops = [
    watchConnections(io.engine, timers),
    everybody.release,
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
