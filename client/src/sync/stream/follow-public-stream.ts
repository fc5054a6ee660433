import type { QueryClient } from '@tanstack/react-query';
import type { Viewer } from '../../cache/cache-reducer.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { syncStream, type HttpSync } from '../connection/http-sync.ts';
import { createQueryCacheUpdates, type QueryCacheUpdatesParts } from '../../cache/query-cache-updates.ts';
import { createStreamFollower } from './stream-follower.ts';
import { onWake } from '../connection/wake-signals.ts';

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
  const follower = createStreamFollower({
    sync: (after) => syncStream(sync, 'public', after),
    apply: (event) => cacheUpdates.applyEvent({ stream: 'public', event }),
    onSnapshot: (at, why) => cacheUpdates.onSnapshot('public', at, why),
  });
  let cancelNextPoll: (() => void) | undefined;

  async function catchUp(): Promise<void> {
    if (follower.cursor()) return follower.catchUp();
    const { streams } = await sync({});
    if (streams.public && !stopped.aborted) follower.startAt(streams.public.head);
  }

  function poll(): void {
    cancelNextPoll?.();
    if (stopped.aborted) return;
    // A failed poll is repeated by the next one.
    if (runtime.page.isVisible()) void catchUp().catch(() => undefined);
    cancelNextPoll = runtime.timers.after(POLL_EVERY_MS, poll);
  }

  onWake(runtime, poll, stopped);
  stopped.addEventListener('abort', () => {
    cancelNextPoll?.();
    follower.reset();
    stop();
  });
  poll();
}
