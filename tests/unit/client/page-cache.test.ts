import type { Activity } from '@cruddur/shared';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { keys } from '../../../client/src/api/query-keys.ts';
import { showOnTop, takeAway } from '../../../client/src/feed/show-on-top.ts';
import { createCacheNews } from '../../../client/src/realtime/page-cache.ts';
import { patchActivities } from '../../../client/src/realtime/patch-activities.ts';
import { gate } from './gate.ts';
import { crud, event, uuidOf, viewer } from './history.ts';

const shown = (number: number): Activity => ({ ...crud(number), liked: false, reposted: false });
const page = (seq: number, ...numbers: number[]): FeedPage => ({
  ...{ head: null, items: numbers.map(shown), next: null },
  asOf: { public: { seq, tag: `t${seq}` } },
});

/** A query cache whose home page is answered when the test says so. */
function cache() {
  const client = new QueryClient();
  const { news, stop } = createCacheNews(client, () => viewer);
  const answer = gate<FeedPage>();
  const fetched = client.infiniteQuery({
    queryKey: keys.home,
    initialPageParam: null,
    queryFn: () => answer.promise,
  });
  const home = () =>
    client
      .getQueryData<InfiniteData<FeedPage>>(keys.home)
      ?.pages.flatMap(({ items }) => items.map(({ uuid }) => uuid));
  return {
    ...{ client, news, fetched, home, open: answer.open },
    [Symbol.dispose]: () => {
      stop();
      client.clear();
    },
  };
}

describe('the cache that follows the streams', () => {
  test('[LIVE-3] an event that overtakes the answer of a fetch is not lost', async () => {
    using room = cache();
    room.news.adopted('public', { seq: 2, tag: 't2' }, 'first');
    room.news.hear({ stream: 'public', event: event(3, { kind: 'activity.created', data: crud(3) }) });
    room.open(page(2, 2, 1));
    await room.fetched;
    expect(room.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test('[LIVE-3] an event that the answer already knows is not doubled', async () => {
    using room = cache();
    room.news.adopted('public', { seq: 2, tag: 't2' }, 'first');
    room.open(page(3, 3, 2, 1));
    await room.fetched;
    room.news.hear({ stream: 'public', event: event(3, { kind: 'activity.created', data: crud(3) }) });
    expect(room.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test('[LIVE-3] the own crud is shown once, by its answer and its event', async () => {
    using room = cache();
    room.news.adopted('public', { seq: 2, tag: 't2' }, 'first');
    room.open(page(2, 2, 1));
    await room.fetched;
    showOnTop(room.client, keys.home, shown(3));
    expect(room.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
    room.news.hear({ stream: 'public', event: event(3, { kind: 'activity.created', data: crud(3) }) });
    showOnTop(room.client, keys.home, shown(3));
    expect(room.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test('a burned crud leaves at once, and its event finds nothing left to do', async () => {
    using room = cache();
    room.open(page(2, 2, 1));
    await room.fetched;
    takeAway(room.client, uuidOf(2));
    room.news.hear({
      stream: 'public',
      event: event(3, { kind: 'activity.deleted', data: { uuid: uuidOf(2) } }),
    });
    expect(room.home()).toEqual([uuidOf(1)]);
  });

  test('[LIVE-8] a burned reply leaves the count of what it answered at once', async () => {
    using room = cache();
    const reply = { ...shown(2), reply_to_activity_uuid: uuidOf(1) };
    const answered = { ...shown(1), replies_count: 3 };
    room.open({ ...page(2), items: [answered, { ...shown(3), replies_count: 3 }] });
    await room.fetched;
    const post = { pages: [{ head: answered, items: [reply], next: null }], pageParams: [null] };
    const shownPost = ['post', 'somebody', uuidOf(1)];
    room.client.setQueryData(shownPost, post);
    takeAway(room.client, reply.uuid);
    takeAway(room.client, reply.uuid);
    expect(room.client.getQueryData<typeof post>(shownPost)?.pages[0]).toMatchObject({
      head: { replies_count: 2 },
      items: [],
    });
    const home = room.client.getQueryData<InfiniteData<FeedPage>>(keys.home)?.pages[0]?.items;
    expect(home?.map(({ replies_count }) => replies_count)).toEqual([2, 3]);
  });

  test('[LIVE-13] the profile that showed a crud which was burned here is asked for its count', async () => {
    using room = cache();
    room.open(page(2, 2, 1));
    await room.fetched;
    const [showing, other] = [keys.profile('odalys'), keys.profile('teo')];
    room.client.setQueryData(showing, { pages: [page(2, 2, 1)], pageParams: [null] });
    room.client.setQueryData(other, { pages: [page(2, 3)], pageParams: [null] });
    takeAway(room.client, uuidOf(2));
    const isInvalidated = (key: readonly string[]) => room.client.getQueryState(key)?.isInvalidated;
    expect([showing, other].map(isInvalidated)).toEqual([true, false]);
  });

  test('[FEED-18] a list that is to be asked for again still is after an event, counts and an own crud', async () => {
    using room = cache();
    room.news.adopted('public', { seq: 2, tag: 't2' }, 'first');
    room.open(page(2, 2, 1));
    await room.fetched;
    await room.client.invalidateQueries({ queryKey: keys.home });
    room.news.hear({ stream: 'public', event: event(3, { kind: 'activity.created', data: crud(3) }) });
    patchActivities(room.client, uuidOf(1), { likes_count: 7 });
    patchActivities(room.client, uuidOf(9), { likes_count: 7 });
    showOnTop(room.client, keys.home, shown(4));
    takeAway(room.client, uuidOf(2));
    expect(room.home()).toEqual([uuidOf(4), uuidOf(3), uuidOf(1)]);
    expect(room.client.getQueryState(keys.home)?.isInvalidated).toBe(true);
  });

  test('absolute counts are set wherever the crud is shown', async () => {
    using room = cache();
    room.open(page(2, 2, 1));
    await room.fetched;
    patchActivities(room.client, uuidOf(1), { liked: true, likes_count: 7 });
    const data = room.client.getQueryData<InfiniteData<FeedPage>>(keys.home);
    expect(data?.pages[0]?.items).toMatchObject([{ likes_count: 0 }, { liked: true, likes_count: 7 }]);
  });
});
