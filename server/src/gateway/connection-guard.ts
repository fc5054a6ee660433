import type { EventEmitter } from 'node:events';
import type { Connection, GatewayServer } from './gateway-types.ts';
import type { Timers } from '../domain/timers.ts';
import { webSocketOf } from './library-internals.ts';

/** Frames that a connection may send at once, and then per second. Sessions have a stricter allowance (frame-guard). */
const ALLOWANCE = { burst: 100, perSecond: 20 };
/** How long the closing handshake of a connection may take. */
const CLOSE_GRACE_MS = 1000;

/** Bounds what a connection costs before its handshake and while it closes. @returns stops the guard */
export function guardConnections(engine: GatewayServer['engine'], timers: Timers): () => void {
  const guarded = new Map<EventEmitter, { connection: Connection; left: number }>();

  function countFrame(webSocket: EventEmitter): void {
    const entry = guarded.get(webSocket);
    if (!entry) return;
    entry.left -= 1;
    if (entry.left <= 0) entry.connection.close(true);
  }

  // Listeners that all connections share: closures of each would be a tenth of the memory of an idle socket.
  function onPacket(this: Connection): void {
    countFrame(webSocketOf(this));
  }
  function onControlFrame(this: EventEmitter): void {
    countFrame(this);
  }
  function onClose(this: Connection): void {
    guarded.delete(webSocketOf(this));
    destroyAfterGrace(this, timers);
  }

  engine.on('connection', (connection: Connection) => {
    const webSocket = webSocketOf(connection);
    guarded.set(webSocket, { connection, left: ALLOWANCE.burst });
    connection.on('packet', onPacket);
    // `ws` answers these without an engine.io packet; unread answers would pile up uncounted.
    for (const kind of ['ping', 'pong']) webSocket.on(kind, onControlFrame);
    connection.on('close', onClose);
  });

  return timers.every(1000, () => {
    for (const entry of guarded.values())
      entry.left = Math.min(entry.left + ALLOWANCE.perSecond, ALLOWANCE.burst);
  });
}

/** Destroys a connection that does not complete its close: it frees its count, and its queue is never sent. */
export function destroyAfterGrace(connection: Connection, timers: Timers, withinMs = CLOSE_GRACE_MS): void {
  timers.after(withinMs, () => {
    connection.close(true);
    webSocketOf(connection).terminate();
  });
}
