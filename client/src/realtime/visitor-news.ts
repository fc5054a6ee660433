import type { QueryClient } from '@tanstack/react-query';
import type { Viewer } from './effect.ts';
import { syncOne, type HttpSync } from './http-sync.ts';
import { createCacheNews } from './page-cache.ts';
import { createFollower } from './stream-follower.ts';
import { onWake } from './wake-signals.ts';

/** How often a page in view asks what is new, in milliseconds. */
const ASK_EVERY_MS = 10_000;
const NOBODY: Viewer = { handle: '', cognito_id: '' };

interface Parts {
  client: QueryClient;
  sync: HttpSync;
}

/**
 * Follows the public stream without a socket: by the one rule, with the same `asOf` per page, from answers of `/api/sync`. A page
 * that nobody sees does not ask; seen again, it asks at once.
 */
export function followAsVisitor({ client, sync }: Parts, over: AbortSignal): void {
  if (over.aborted) return;
  const { news, stop } = createCacheNews(client, () => NOBODY);
  const follower = createFollower({
    sync: (after) => syncOne(sync, 'public', after),
    apply: (event) => news.hear({ stream: 'public', event }),
    adopted: (at, why) => news.adopted('public', at, why),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    if (follower.cursor()) return follower.ask();
    const { streams } = await sync({});
    if (streams.public && !over.aborted) follower.adopt(streams.public.head);
  }

  function look(): void {
    clearTimeout(timer);
    if (over.aborted) return;
    // Nobody answered: the next look asks again.
    if (document.visibilityState === 'visible') void ask().catch(() => undefined);
    timer = setTimeout(look, ASK_EVERY_MS);
  }

  onWake(look, over);
  over.addEventListener('abort', () => {
    clearTimeout(timer);
    follower.reset();
    stop();
  });
  look();
}
