import type { EventEmitter } from 'node:events';
import type { GatewayServer, GatewaySocket } from './gateway-types.ts';
import type { Timers } from '../domain/timers.ts';

type Connection = GatewaySocket['conn'];

/** Frames that a connection may send at once, and afterwards each second, whoever it is of; below it the sessions judge. */
const ALLOWANCE = { burst: 100, perSecond: 20 };
/** So long a connection that was closed may take to go. */
const CLOSE_GRACE_MS = 1000;

/** Bounds what a connection costs before anybody knows whose it is, and when it is over. @returns a function that ends it */
export function guardConnections(engine: GatewayServer['engine'], timers: Timers): () => void {
  const left = new Map<Connection, number>();

  engine.on('connection', (connection: Connection) => {
    left.set(connection, ALLOWANCE.burst);
    const count = () => {
      const rest = (left.get(connection) ?? 0) - 1;
      left.set(connection, rest);
      if (rest <= 0) connection.close(true);
    };
    connection.on('packet', count);
    // The protocol below answers these by itself, without a packet: unread answers would pile up unseen.
    for (const kind of ['ping', 'pong']) socketOf(connection).on(kind, count);
    connection.once('close', () => {
      left.delete(connection);
      destroyAfterGrace(connection, timers);
    });
  });

  return timers.every(1000, () => {
    for (const [connection, rest] of left)
      left.set(connection, Math.min(rest + ALLOWANCE.perSecond, ALLOWANCE.burst));
  });
}

/** The WebSocket that carries a connection: there is no other transport. */
function socketOf({ transport }: Connection): EventEmitter {
  return (transport as unknown as { socket: EventEmitter }).socket;
}

/** Who does not take the farewell is cut off: nothing of what waits may reach them later, and their place is free. */
export function destroyAfterGrace(connection: Connection, timers: Timers, withinMs = CLOSE_GRACE_MS): void {
  // A connection that is gone keeps its request, and with it the socket, no longer than this.
  const { socket } = connection.request;
  timers.after(withinMs, () => {
    connection.close(true);
    socket.destroy();
  });
}
