import type { Server } from 'node:http';

const CHECK_EVERY_MS = 20;

/** Takes no new connections, lets answers under way be finished within `graceMs`, and ends with the last connection. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  // A caller that goes on asking over its connection is told that the next call needs another one.
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS);
  const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(graceTimer);
}
