import type { Server } from 'node:http';
import { closeServer } from './close-server.ts';
import type { Listening } from './listen.ts';

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
