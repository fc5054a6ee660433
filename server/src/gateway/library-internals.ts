import type { EventEmitter } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import type { Connection, GatewayServer, GatewaySocket } from './gateway-types.ts';

/*
 * All that the gateway uses of engine.io, `ws` and Socket.IO beyond their types. `library-internals.test.ts` fails when a
 * version of theirs changes one of these members.
 */

interface EngineConnection {
  /** Packets that the transport has not been given yet. */
  writeBuffer: { data?: unknown }[];
  transport: { socket: WebSocket };
}

/** Of `ws`, whose own types have all but `_socket`. */
interface WebSocket extends EventEmitter {
  readyState: number;
  bufferedAmount: number;
  terminate(): void;
  _socket: TcpSocket;
}

const OPEN = 1;

/** WebSocket is the gateway's only transport, so each connection has the members above. */
function internalsOf(connection: Connection): EngineConnection {
  return connection as unknown as EngineConnection;
}

export const webSocketOf = (connection: Connection): WebSocket => internalsOf(connection).transport.socket;

/** The packets that wait for the transport; `splice` drops them. */
export const queuedPacketsOf = (connection: Connection): { data?: unknown }[] =>
  internalsOf(connection).writeBuffer;

/**
 * Writes complete WebSocket frames to the TCP connection, by one call and past the queues of engine.io and `ws`, which cost more
 * than the write itself. The order of all packets is kept, because those queues and the TCP socket's must be empty.
 * @returns false when the connection is not idle: then nothing was written
 */
export function writeIfIdle(connection: Connection, bytes: Buffer): boolean {
  const { transport } = connection;
  if (!transport.writable || queuedPacketsOf(connection).length > 0) return false;
  const webSocket = webSocketOf(connection);
  if (webSocket.readyState !== OPEN || webSocket.bufferedAmount > 0) return false;
  const tcp = webSocket._socket;
  if (!tcp.write(bytes)) pauseUntilDrained(transport, tcp);
  return true;
}

/** Lets engine.io queue, and the gateway count, what is sent before the client has received the written bytes. */
function pauseUntilDrained(transport: Connection['transport'], tcp: TcpSocket): void {
  transport.writable = false;
  tcp.once('drain', () => {
    transport.writable = true;
    transport.emit('ready');
  });
}

const NO_HANDSHAKE = Object.freeze({ headers: {}, query: {}, auth: {}, url: '', address: '' });
const NO_ACKS = new Map();

/** Frees what an admitted socket no longer needs: a sixth of its memory. */
export function releaseHandshake(socket: GatewaySocket): void {
  Object.assign(socket.conn, { request: undefined });
  // The gateway sends nothing that is acknowledged.
  Object.assign(socket, { handshake: NO_HANDSHAKE, acks: NO_ACKS });
}

/** The gateway has rooms of its own. Socket.IO would also keep each socket in one under its id. */
export function disableRooms(io: GatewayServer): void {
  const { adapter } = io.of('/');
  adapter.addAll = () => undefined;
  adapter.del = () => undefined;
  adapter.delAll = () => undefined;
}
