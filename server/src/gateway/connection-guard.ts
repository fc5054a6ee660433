import type { EventEmitter } from 'node:events';
import type { GatewayServer, GatewaySocket } from './gateway-types.ts';
import type { Timers } from '../domain/timers.ts';

type Connection = GatewaySocket['conn'];

/** Frames that a connection may send at once, and then per second. Sessions have a stricter allowance (frame-guard). */
const ALLOWANCE = { burst: 100, perSecond: 20 };
/** How long the closing handshake of a connection may take. */
const CLOSE_GRACE_MS = 1000;

/** Bounds what a connection costs before its handshake and while it closes. @returns stops the guard */
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
    // `ws` answers these without an engine.io packet; unread answers would pile up uncounted.
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

/** The `ws` socket of a connection; WebSocket is the only transport. */
function socketOf({ transport }: Connection): EventEmitter {
  return (transport as unknown as { socket: EventEmitter }).socket;
}

/** Destroys a connection that does not complete its close: it frees its count, and its queue is never sent. */
export function destroyAfterGrace(connection: Connection, timers: Timers, withinMs = CLOSE_GRACE_MS): void {
  // Taken now: the timer must not hold the connection's request longer than this.
  const { socket } = connection.request;
  timers.after(withinMs, () => {
    connection.close(true);
    socket.destroy();
  });
}
