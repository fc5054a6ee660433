import type { Server } from 'node:http';
import type { Listening } from './listen.ts';
import type { Server as NetServer } from 'node:net';

/** How long a stop waits for requests in progress. */
const CLOSE_GRACE_MS = 2000;

interface Closable {
  close(): void | Promise<void>;
}

export interface ClosedParts {
  gateway: { drain(inMs: number): Promise<void> };
  stopBackgroundJobs: () => Promise<void>;
  checks: { close(): void };
  /** Undefined until the app listens. */
  listening: Listening | undefined;
  server: Server;
  /** Need no more than the store; closed in this order after the last request. */
  others: readonly Closable[];
}

/** Closes everything but the store, in the order in which parts need each other. */
export async function closeApp(parts: ClosedParts, drainMs: number): Promise<void> {
  // Until the tabs have moved, everything but new handshakes works as before.
  await parts.gateway.drain(drainMs);
  await parts.stopBackgroundJobs();
  parts.checks.close();
  await closeServer(parts.server, { ipv6Server: parts.listening?.ipv6Server, graceMs: CLOSE_GRACE_MS });
  for (const other of parts.others) await other.close();
}

const CHECK_EVERY_MS = 20;

interface CloseOptions {
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
