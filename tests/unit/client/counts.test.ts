import type { Activity, Counts } from '@cruddur/shared';
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { keys } from '../../../client/src/api/query-keys.ts';
import { RECOUNT_WITHIN_MS, createCacheNews } from '../../../client/src/realtime/page-cache.ts';
import { crud, event, uuidOf, viewer } from './history.ts';

/** A cache that shows one crud, liked by the viewer, as of place 2. */
function shownCrud() {
  const client = new QueryClient();
  const { news, stop } = createCacheNews(client, () => viewer);
  const item: Activity = { ...crud(1), liked: true, reposted: false, likes_count: 1 };
  const page: FeedPage = { head: null, items: [item], next: null, asOf: { public: { seq: 2, tag: 't2' } } };
  client.setQueryData<InfiniteData<FeedPage>>(keys.home, { pages: [page], pageParams: [null] });
  news.adopted('public', { seq: 2, tag: 't2' }, 'first');
  const tell = (version: number, seq: number, counts: Partial<Counts>) =>
    news.counts({
      activities: [
        {
          ...{ likes_count: 0, reposts_count: 0, replies_count: 0 },
          ...counts,
          uuid: uuidOf(1),
          version,
          as_of: `${seq}.t${seq}`,
        },
      ],
    });
  const reply = (seq: number) => {
    const data = crud(seq, { reply_to_activity_uuid: uuidOf(1) });
    news.hear({ stream: 'public', event: event(seq, { kind: 'reply.created', data }) });
  };
  const shown = () => client.getQueryData<InfiniteData<FeedPage>>(keys.home)?.pages[0]?.items[0];
  return {
    ...{ news, tell, reply, shown },
    [Symbol.dispose]() {
      stop();
      client.clear();
    },
  };
}

test('[COUNTS-5] counts are set by their version, and what the viewer marked stays marked', () => {
  using home = shownCrud();
  home.tell(7, 2, { likes_count: 5, reposts_count: 2 });
  home.tell(6, 2, { likes_count: 4 });
  expect(home.shown()).toMatchObject({ likes_count: 5, reposts_count: 2, liked: true });
});

test('[COUNTS-6] a reply counts once, whichever of event and counts comes first', () => {
  using home = shownCrud();
  home.reply(3);
  home.reply(4);
  // Counted when only the first was there.
  home.tell(7, 3, { replies_count: 1 });
  expect(home.shown()).toMatchObject({ replies_count: 2 });
  // Counted when one was there that has not come yet.
  home.tell(8, 5, { replies_count: 3, likes_count: 9 });
  expect(home.shown()).toMatchObject({ replies_count: 2, likes_count: 9 });
  home.reply(5);
  expect(home.shown()).toMatchObject({ replies_count: 3 });
});

test('[COUNTS-5] the versions of another history are forgotten', () => {
  using home = shownCrud();
  home.tell(700, 2, { likes_count: 5 });
  home.news.adopted('public', { seq: 1, tag: 'x1' }, 'reset');
  home.tell(1, 1, { likes_count: 3 });
  expect(home.shown()).toMatchObject({ likes_count: 3 });
});

test('[COUNTS-7] after a connection began anew the counts on screen are asked for once', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const { news, stop } = createCacheNews(client, () => viewer);
  const asked: unknown[] = [];
  const observe = (queryKey: readonly string[]) =>
    new InfiniteQueryObserver(client, {
      queryKey,
      initialPageParam: null,
      initialData: { pages: [], pageParams: [] },
      staleTime: Infinity,
      queryFn: () => asked.push(queryKey),
      getNextPageParam: () => null,
    }).subscribe(() => undefined);
  const leave = [keys.home, keys.post(uuidOf(1)), keys.conversations].map(observe);
  news.returned();
  news.returned();
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(RECOUNT_WITHIN_MS);
  expect(asked).toEqual([keys.home, keys.post(uuidOf(1))]);
  for (const end of leave) end();
  stop();
  client.clear();
  vi.useRealTimers();
});
