import type { Connection } from './gateway-types.ts';
import { queuedPacketsOf } from './library-internals.ts';

const MAX_PACKETS = 1000;
const MAX_BYTES = 1_000_000;

/** True when more is queued than one connection may hold. */
export function isQueueTooLong(connection: Connection): boolean {
  const queued = queuedPacketsOf(connection);
  if (queued.length === 0) return false;
  if (queued.length > MAX_PACKETS) return true;
  let bytes = 0;
  for (const { data } of queued) if (typeof data === 'string' || data instanceof Buffer) bytes += data.length;
  return bytes > MAX_BYTES;
}

/** Resolves when the queue is empty or the connection is closed. */
export async function waitUntilFlushed(connection: Connection): Promise<void> {
  if (queuedPacketsOf(connection).length === 0 || connection.readyState !== 'open') return;
  await new Promise<void>((resolve) => {
    const done = () => {
      connection.off('flush', done);
      connection.off('close', done);
      resolve();
    };
    // engine.io flushes a batch only after the transport has sent the one before.
    connection.on('flush', done);
    connection.on('close', done);
  });
}

/** Drops queued packets, so that the next packet is the next one sent. What the transport has is still sent. */
export function dropQueued(connection: Connection): void {
  queuedPacketsOf(connection).splice(0);
}
