import type { GatewaySocket } from './gateway-types.ts';

const MAX_PACKETS = 1000;
const MAX_BYTES = 1_000_000;

/** The packets of one connection that its transport has not sent yet. */
export interface BackPressure {
  /** True when more is queued than one connection may hold. */
  isTooHigh(): boolean;
  /** Resolves when the queue is empty or the connection is closed. */
  waitUntilFlushed(): Promise<void>;
  /** Drops queued packets, so that the next packet is the next one sent. What the transport has is still sent. */
  dropQueued(): void;
}

export function measureBackPressure(connection: GatewaySocket['conn']): BackPressure {
  let packets = 0;
  let bytes = 0;

  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    packets += 1;
    if (typeof data === 'string' || data instanceof Buffer) bytes += data.length;
  });
  // engine.io flushes a batch only after the transport has sent the one before.
  connection.on('flush', () => {
    packets = 0;
    bytes = 0;
  });

  return {
    dropQueued: () => void queuedPacketsOf(connection).splice(0),
    isTooHigh: () => packets > MAX_PACKETS || bytes > MAX_BYTES,
    async waitUntilFlushed() {
      if (packets === 0 || connection.readyState !== 'open') return;
      await new Promise<void>((resolve) => {
        const done = () => {
          connection.off('flush', done);
          connection.off('close', done);
          resolve();
        };
        connection.on('flush', done);
        connection.on('close', done);
      });
    },
  };
}

/** engine.io's queue of a connection. Its type hides it, and there is no public way to clear it. */
function queuedPacketsOf(connection: GatewaySocket['conn']): unknown[] {
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer;
}
