import { openConnection, type Connection } from '../../client/src/realtime/connection/connection.ts';
import type { CacheUpdates } from '../../client/src/cache/cache-updates.ts';
import { createServerClock } from '../../client/src/clock/server-clock.ts';
import { createTabStream } from '../../client/src/realtime/tabs/tab-stream.ts';
import { loadSocketIo } from '../../client/src/realtime/tabs/start-browser-tab.ts';
import { createTestRuntime } from './create-test-runtime.ts';

export interface ClientConnectionOptions {
  /** The gateway or load balancer that it connects to. */
  origin: string;
  token: string;
  cacheUpdates: CacheUpdates;
  /** Called each time it was accepted. */
  onConnected: () => void;
}

/** The client's own connection and rule, as in a leader tab, with a token that stays the same. */
export async function openClientConnection(
  parts: ClientConnectionOptions,
): Promise<Pick<Connection, 'close'>> {
  const token = () => Promise.resolve(parts.token);
  const feed = createTabStream({
    cacheUpdates: parts.cacheUpdates,
    clock: createServerClock(Date.now, () => undefined),
    onConnectionEvent: ({ type }) => {
      if (type === 'READY') parts.onConnected();
    },
    publishEphemeral: () => undefined,
    onPublicSeq: () => undefined,
    sync: (stream, after) => connection.sync(stream, after),
  });
  const connection = await openConnection({
    runtime: createTestRuntime(),
    loadSocketIo,
    origin: parts.origin,
    token,
    freshToken: token,
    cursors: feed.cursors,
    catchUp: feed.catchUp,
    // Only sockets are tested.
    sync: () => Promise.reject(new Error('polling is disabled here')),
    // The gateway must keep out repeated attempts.
    onSessionEnded: () => undefined,
    onWireEvent: (fact) => feed.handleWireEvent(fact, true),
  });
  return connection;
}
