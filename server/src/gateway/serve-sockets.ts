import type { EventKind } from '@cruddur/shared';
import { ownerOf, PUBLIC_STREAM, userStream, type StreamId } from '../domain/streams.ts';
import type { Session } from '../domain/viewer.ts';
import { createStreamRooms, type RoomObserver } from '../streams/stream-rooms.ts';
import { createAuthenticateSocket } from './authenticate-socket.ts';
import { createConnectionCounter } from './connection-counter.ts';
import { cacheMemberStreams } from './conversation-members.ts';
import { createCountsDelivery } from './counts-delivery.ts';
import { createEmitEphemeral } from './emit-ephemeral.ts';
import type { GatewayParts, GatewaySocket } from './gateway-types.ts';
import { createHandshake, type HandshakeParts } from './handshake.ts';
import { createSendPresence } from './presence.ts';
import { createRoomPrivacy } from './room-privacy.ts';
import { SessionSocket } from './session-socket.ts';
import { createTimerWheel } from './timer-wheel.ts';

/** The sockets of a gateway, whatever carries them. */
export interface SocketServer {
  /** Called with each socket before it is admitted. */
  use(middleware: ReturnType<typeof createHandshake>): void;
  onConnection(listener: (socket: GatewaySocket) => void): void;
  /** Called once the socket's session has started. */
  onAdmitted(socket: GatewaySocket): void;
  close(): Promise<void>;
}

export type SocketSettings = Pick<
  HandshakeParts,
  'maxPerPerson' | 'maxPerAddress' | 'addressOf' | 'requestIdOf'
>;

export interface Gateway {
  /** Admitted sockets of this gateway. */
  count(): number;
  /** Whether a socket of a person whose browser has a visible tab gets every event. */
  hasVisibleTab(sub: string): boolean;
  /** Sends `drain`, refuses new handshakes, and closes after `inMs` or once all sockets have left. */
  drain(inMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The kinds of events that are also pushed. */
const PUSHED_KINDS: ReadonlySet<EventKind> = new Set(['message.created', 'notification.created']);

/** Admits the sockets of a server, and runs a session for each. */
export function serveSockets(server: SocketServer, parts: GatewayParts, settings: SocketSettings): Gateway {
  const { revocations, bus, timers, readers, counts, logger } = parts;
  const sessions = createTimerWheel<SessionSocket>(timers, (session) => session.tick());
  let draining = false;
  let resolveDrained: (() => void) | undefined;

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

  server.use(
    createHandshake({
      ...settings,
      authenticateSocket: sessionParts.authenticateSocket,
      connectionsByPerson: createConnectionCounter(),
      isDraining: () => draining,
    }),
  );
  server.onConnection((socket) => {
    const session = new SessionSocket(socket, sessionParts, settings.requestIdOf(socket));
    sessions.add(session);
    socket.on('disconnect', () => {
      session.close();
      sessions.remove(session);
      // A connection without a session is closed as well.
      socket.conn.close();
      if (sessions.count() === 0) resolveDrained?.();
    });
    void session.start();
    server.onAdmitted(socket);
  });

  const stops = [
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
    await server.close();
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
