import type { GatewaySocket } from './gateway-types.ts';

const MAX_PACKETS = 1000;
const MAX_BYTES = 1_000_000;

/** What waits on this side because the other takes it too slowly. */
export interface BackPressure {
  /** True beyond what is kept for one connection. */
  isTooHigh(): boolean;
  /** Waits until nothing waits, or the connection is gone. */
  waitUntilFlushed(): Promise<void>;
  /** Forgets what waits, so that what is said next is the next to be heard; what is on its way stays on its way. */
  dropQueued(): void;
}

export function measureBackPressure(connection: GatewaySocket['conn']): BackPressure {
  let packets = 0;
  let bytes = 0;

  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    packets += 1;
    if (typeof data === 'string' || data instanceof Buffer) bytes += data.length;
  });
  // The transport takes a batch only when it is done with the one before.
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

/** What the connection keeps until its transport takes it. Its type hides it, and there is no other way to let it go. */
function queuedPacketsOf(connection: GatewaySocket['conn']): unknown[] {
  return (connection as unknown as { writeBuffer: unknown[] }).writeBuffer;
}
