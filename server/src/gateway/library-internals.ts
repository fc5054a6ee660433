import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import type { Connection, GatewayServer, GatewaySocket } from './gateway-types.ts';

/*
 * All that the gateway uses of engine.io, `ws` and Socket.IO beyond their types. `library-internals.test.ts` fails when a
 * version of theirs changes one of these members.
 */

interface EngineConnection {
  upgrading: boolean;
  /** Packets that the transport has not been given yet. */
  writeBuffer: { data?: unknown }[];
  transport: EventEmitter & { name: string; writable: boolean; discarded: boolean; socket: WsSocket };
  request: IncomingMessage | undefined;
}

interface WsSocket extends EventEmitter {
  readyState: number;
  _socket: TcpSocket;
  _sender: { _state: number; _queue: readonly unknown[] };
}

const WS_OPEN = 1;
const SENDER_IDLE = 0;

/** WebSocket is the gateway's only transport, so each connection has the members above. */
function internalsOf(connection: Connection): EngineConnection {
  return connection as unknown as EngineConnection;
}

export const webSocketOf = (connection: Connection): EventEmitter => internalsOf(connection).transport.socket;

export const tcpSocketOf = (connection: Connection): TcpSocket =>
  internalsOf(connection).transport.socket._socket;

/** The packets that wait for the transport; `splice` drops them. */
export const queuedPacketsOf = (connection: Connection): { data?: unknown }[] =>
  internalsOf(connection).writeBuffer;

/**
 * Writes complete WebSocket frames to the TCP connection, by one call and past the queues of engine.io and `ws`, which cost more
 * than the write itself. The order of all packets is kept, because those queues and the TCP socket's must be empty.
 * @returns false when the connection is not idle: then nothing was written
 */
export function writeIfIdle(connection: Connection, bytes: Buffer): boolean {
  const { upgrading, writeBuffer, transport } = internalsOf(connection);
  if (connection.readyState !== 'open' || upgrading || writeBuffer.length > 0) return false;
  if (transport.name !== 'websocket' || !transport.writable || transport.discarded) return false;
  const { readyState, _sender: sender, _socket: tcp } = transport.socket;
  if (readyState !== WS_OPEN || sender._state !== SENDER_IDLE || sender._queue.length > 0) return false;
  if (!tcp.writable || tcp.writableLength > 0 || tcp.writableCorked > 0) return false;
  if (!tcp.write(bytes)) pauseUntilDrained(transport, tcp);
  return true;
}

/** Lets engine.io queue, and the gateway count, what is sent before the client has received the written bytes. */
function pauseUntilDrained(transport: EngineConnection['transport'], tcp: TcpSocket): void {
  transport.writable = false;
  tcp.once('drain', () => {
    transport.writable = true;
    transport.emit('ready');
  });
}

/** The upgrade request; undefined once a socket was admitted. */
export const requestOf = (connection: Connection): IncomingMessage | undefined =>
  internalsOf(connection).request;

const NO_HANDSHAKE = Object.freeze({ headers: {}, query: {}, auth: {}, url: '', address: '' });
const NO_ACKS = new Map();

/** Frees what an admitted socket no longer needs: a sixth of its memory. */
export function releaseHandshake(socket: GatewaySocket): void {
  internalsOf(socket.conn).request = undefined;
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
