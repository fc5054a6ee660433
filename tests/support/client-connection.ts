import { createConnection, type Connection } from '../../client/src/sync/connection/connection.ts';
import { type CacheUpdates, createRecentEvents } from '../../client/src/sync/cache/cache-updates.ts';
import { createServerClock } from '../../client/src/base/clock/server-clock.ts';
import type { ConnectionState } from '../../client/src/sync/connection/connection.machine.ts';
import type { HttpSync } from '../../client/src/sync/connection/http-sync.ts';
import { createTabStream } from '../../client/src/sync/tabs/tab-stream.ts';
import { loadSocketIo } from '../../client/src/sync/tabs/start-browser-tab.ts';
import { createTestRuntime } from './create-test-runtime.ts';

export interface ClientConnectionOptions {
  /** The gateway or load balancer that it connects to. */
  origin: string;
  token: string;
  /** What the tab shows; the rest is ignored. */
  cacheUpdates: Partial<Omit<CacheUpdates, 'recentEvents'>>;
  onState: (state: ConnectionState) => void;
  /** By default polling is disabled, because only sockets are tested. */
  sync?: HttpSync;
}

const ignore = () => undefined;

/** The client's own connection and rule, as in a leader tab, with a token that stays the same. */
export function openClientConnection(
  parts: ClientConnectionOptions,
): Pick<Connection, 'checkAlive' | 'close'> {
  const token = () => Promise.resolve(parts.token);
  const feed = createTabStream({
    cacheUpdates: {
      recentEvents: createRecentEvents(),
      ...{ applyEvent: ignore, onSnapshot: ignore, applyCounts: ignore },
      ...{ onListFetched: ignore, onReconnect: ignore, ...parts.cacheUpdates },
    },
    clock: createServerClock(Date.now, ignore),
    ...{ onLeaderConnection: ignore, publishEphemeral: ignore, onPublicSeq: ignore },
    sync: (stream, after) => connection.sync(stream, after),
  });
  const connection = createConnection({
    runtime: createTestRuntime(),
    loadSocketIo,
    firstContent: Promise.resolve(),
    onState: parts.onState,
    origin: parts.origin,
    token,
    freshToken: token,
    cursors: feed.cursors,
    catchUp: feed.catchUp,
    sync: parts.sync ?? (() => Promise.reject(new Error('polling is disabled here'))),
    // The gateway must keep out repeated attempts.
    onSessionEnded: ignore,
    onWireEvent: (event) => feed.handleWireEvent(event, true),
  });
  connection.lead();
  return connection;
}
