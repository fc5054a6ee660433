import type { Server } from 'node:http';

const CHECK_EVERY_MS = 20;

/** Refuses new connections, lets requests in progress finish within `graceMs`, and resolves with the last connection. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  // `connection: close` tells a client with a kept-alive connection to open another one.
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS);
  const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(graceTimer);
}
