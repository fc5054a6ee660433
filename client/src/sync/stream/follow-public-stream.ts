import type { QueryClient } from '@tanstack/react-query';
import type { Viewer } from '../cache/cache-reducer.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { syncStream, type HttpSync, toSourceReply } from '../connection/http-sync.ts';
import { createQueryCacheUpdates, type QueryCacheUpdatesParts } from '../cache/query-cache-updates.ts';
import { onWake } from '../connection/wake-signals.ts';
import { formatCursor, parseCursor, StreamFollower } from '@cruddur/shared';

/** How often a visible page polls, in milliseconds. */
const POLL_EVERY_MS = 10_000;
const NO_VIEWER: Viewer = { handle: '', cognito_id: '' };

interface Parts {
  client: QueryClient;
  sync: HttpSync;
  runtime: Runtime;
  avatarVersions: QueryCacheUpdatesParts['avatarVersions'];
}

/**
 * Follows the public stream without a socket, by polling `/api/sync`, with the same rules and `asOf` per page as over a socket.
 * A hidden page does not poll; it polls as soon as it is visible again.
 */
export function followPublicStream(parts: Parts, stopped: AbortSignal): void {
  const { sync, runtime } = parts;
  if (stopped.aborted) return;
  const { cacheUpdates, stop } = createQueryCacheUpdates({ ...parts, viewer: () => NO_VIEWER });
  const follower = new StreamFollower({
    readHead: async () => parseCursor((await sync({})).streams.public?.head ?? ''),
    readAfter: async (cursor) => toSourceReply(await syncStream(sync, 'public', formatCursor(cursor))),
    apply: (event) => cacheUpdates.applyEvent({ stream: 'public', event }),
    onSnapshot: (at, why) => cacheUpdates.onSnapshot('public', at, why),
  });
  let cancelNextPoll: (() => void) | undefined;

  function poll(): void {
    cancelNextPoll?.();
    if (stopped.aborted) return;
    // A failed poll is repeated by the next one.
    if (runtime.page.isVisible()) void follower.catchUp().catch(() => undefined);
    cancelNextPoll = runtime.timers.after(POLL_EVERY_MS, poll);
  }

  onWake(runtime, poll, stopped);
  stopped.addEventListener('abort', () => {
    cancelNextPoll?.();
    follower.close();
    stop();
  });
  poll();
}
