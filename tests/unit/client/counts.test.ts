import type { Activity, Counts } from '@cruddur/shared';
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import {
  COUNTS_REFETCH_SPREAD_MS,
  createQueryCacheUpdates,
} from '../../../client/src/cache/query-cache-updates.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';
import { createAvatarVersions } from '../../../client/src/api/avatar-versions.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

/** A cache with one crud, liked by the viewer, as of position 2. */
function shownCrud() {
  const client = new QueryClient();
  const { cacheUpdates, stop } = createQueryCacheUpdates({
    client,
    viewer: () => viewer,
    runtime: createTestRuntime(),
    avatarVersions: createAvatarVersions(),
  });
  const item: Activity = { ...createCrud(1), liked: true, reposted: false, likes_count: 1 };
  const page: FeedPage = { head: null, items: [item], next: null, asOf: { public: { seq: 2, tag: 't2' } } };
  client.setQueryData<InfiniteData<FeedPage>>(queryKeys.home, { pages: [page], pageParams: [null] });
  cacheUpdates.onSnapshot('public', { seq: 2, tag: 't2' }, 'first');
  const applyAt = (version: number, seq: number, counts: Partial<Counts>) =>
    cacheUpdates.applyCounts({
      activities: [
        {
          likes_count: 0,
          reposts_count: 0,
          replies_count: 0,
          ...counts,
          uuid: uuidOf(1),
          version,
          as_of: `${seq}.t${seq}`,
        },
      ],
    });
  const reply = (seq: number) => {
    const data = createCrud(seq, { reply_to_activity_uuid: uuidOf(1) });
    cacheUpdates.applyEvent({ stream: 'public', event: createEvent(seq, { kind: 'reply.created', data }) });
  };
  const shown = () => client.getQueryData<InfiniteData<FeedPage>>(queryKeys.home)?.pages[0]?.items[0];
  return {
    cacheUpdates,
    applyAt,
    reply,
    shown,
    [Symbol.dispose]() {
      stop();
      client.clear();
    },
  };
}

test('[COUNTS-5] counts are set by their version, and the viewer’s own marks stay', () => {
  using home = shownCrud();
  home.applyAt(7, 2, { likes_count: 5, reposts_count: 2 });
  home.applyAt(6, 2, { likes_count: 4 });
  expect(home.shown()).toMatchObject({ likes_count: 5, reposts_count: 2, liked: true });
});

test('[COUNTS-6] a reply is counted once, whether its event or its counts come first', () => {
  using home = shownCrud();
  home.reply(3);
  home.reply(4);
  // Counted when only the first was there.
  home.applyAt(7, 3, { replies_count: 1 });
  expect(home.shown()).toMatchObject({ replies_count: 2 });
  // Counted including one that has not arrived yet.
  home.applyAt(8, 5, { replies_count: 3, likes_count: 9 });
  expect(home.shown()).toMatchObject({ replies_count: 2, likes_count: 9 });
  home.reply(5);
  expect(home.shown()).toMatchObject({ replies_count: 3 });
});

test('[COUNTS-5] the versions of another history are forgotten', () => {
  using home = shownCrud();
  home.applyAt(700, 2, { likes_count: 5 });
  home.cacheUpdates.onSnapshot('public', { seq: 1, tag: 'x1' }, 'reset');
  home.applyAt(1, 1, { likes_count: 3 });
  expect(home.shown()).toMatchObject({ likes_count: 3 });
});

test('[COUNTS-7] after a reconnection the counts on screen are refetched once', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const { cacheUpdates, stop } = createQueryCacheUpdates({
    client,
    viewer: () => viewer,
    runtime: createTestRuntime(),
    avatarVersions: createAvatarVersions(),
  });
  const requests: unknown[] = [];
  const observe = (queryKey: readonly string[]) =>
    new InfiniteQueryObserver(client, {
      queryKey,
      initialPageParam: null,
      initialData: { pages: [], pageParams: [] },
      staleTime: Infinity,
      queryFn: () => requests.push(queryKey),
      getNextPageParam: () => null,
    }).subscribe(() => undefined);
  const leave = [queryKeys.home, queryKeys.post(uuidOf(1)), queryKeys.conversations].map(observe);
  cacheUpdates.onReconnect();
  cacheUpdates.onReconnect();
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(COUNTS_REFETCH_SPREAD_MS);
  expect(requests).toEqual([queryKeys.home, queryKeys.post(uuidOf(1))]);
  for (const end of leave) end();
  stop();
  client.clear();
  vi.useRealTimers();
});
