import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';

const CHECK_EVERY_MS = 20;

export interface CloseOptions {
  /** Hands its connections to the server. */
  ipv6Server?: NetServer | undefined;
  graceMs: number;
}

/** Refuses new connections, lets requests in progress finish within `graceMs`, and resolves with the last connection. */
export async function closeServer(server: Server, { ipv6Server, graceMs }: CloseOptions): Promise<void> {
  // `connection: close` tells a client with a kept-alive connection to open another one.
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false));
  const closed = Promise.all([close(server), ipv6Server && close(ipv6Server)]);
  const idle = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS);
  const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(graceTimer);
}

function close(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
