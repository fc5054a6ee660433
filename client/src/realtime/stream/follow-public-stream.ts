import type { QueryClient } from '@tanstack/react-query';
import type { Viewer } from '../../cache/cache-reducer.ts';
import { syncStream, type HttpSync } from '../connection/http-sync.ts';
import { createQueryCacheUpdates } from '../../cache/query-cache-updates.ts';
import { createStreamFollower } from './stream-follower.ts';
import { onWake } from '../connection/wake-signals.ts';

/** How often a page in view asks what is new, in milliseconds. */
const POLL_EVERY_MS = 10_000;
const NO_VIEWER: Viewer = { handle: '', cognito_id: '' };

interface Parts {
  client: QueryClient;
  sync: HttpSync;
}

/**
 * Follows the public stream without a socket: by the one rule, with the same `asOf` per page, from answers of `/api/sync`. A page
 * that nobody sees does not ask; seen again, it asks at once.
 */
export function followPublicStream({ client, sync }: Parts, over: AbortSignal): void {
  if (over.aborted) return;
  const { cacheUpdates, stop } = createQueryCacheUpdates(client, () => NO_VIEWER);
  const follower = createStreamFollower({
    sync: (after) => syncStream(sync, 'public', after),
    apply: (event) => cacheUpdates.applyEvent({ stream: 'public', event }),
    onSnapshot: (at, why) => cacheUpdates.onSnapshot('public', at, why),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function catchUp(): Promise<void> {
    if (follower.cursor()) return follower.catchUp();
    const { streams } = await sync({});
    if (streams.public && !over.aborted) follower.startAt(streams.public.head);
  }

  function poll(): void {
    clearTimeout(timer);
    if (over.aborted) return;
    // Nobody answered: the next look asks again.
    if (document.visibilityState === 'visible') void catchUp().catch(() => undefined);
    timer = setTimeout(poll, POLL_EVERY_MS);
  }

  onWake(poll, over);
  over.addEventListener('abort', () => {
    clearTimeout(timer);
    follower.reset();
    stop();
  });
  poll();
}
