import type { Activity } from '@cruddur/shared';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { FeedPage } from '../../../client/src/api/pages.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { insertOnTop } from '../../../client/src/cache/insert-accepted.ts';
import { createQueryCacheUpdates } from '../../../client/src/cache/query-cache-updates.ts';
import { patchActivities, removeFromLists } from '../../../client/src/cache/cached-lists.ts';
import { createDeferred } from './create-deferred.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';
import { createAvatarVersions } from '../../../client/src/api/avatar-versions.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const shown = (number: number): Activity => ({ ...createCrud(number), liked: false, reposted: false });
const page = (seq: number, ...numbers: number[]): FeedPage => ({
  head: null,
  items: numbers.map(shown),
  next: null,
  asOf: { public: { seq, tag: `t${seq}` } },
});

/** A query cache whose home page is answered on request of the test. */
function cache() {
  const client = new QueryClient();
  const { cacheUpdates, stop } = createQueryCacheUpdates({
    client,
    viewer: () => viewer,
    runtime: createTestRuntime(),
    avatarVersions: createAvatarVersions(),
  });
  const answer = createDeferred<FeedPage>();
  const fetched = client.infiniteQuery({
    queryKey: queryKeys.home,
    initialPageParam: null,
    queryFn: () => answer.promise,
  });
  const home = () =>
    client
      .getQueryData<InfiniteData<FeedPage>>(queryKeys.home)
      ?.pages.flatMap(({ items }) => items.map(({ uuid }) => uuid));
  return {
    client,
    cacheUpdates,
    fetched,
    home,
    answerRequest: answer.resolve,
    [Symbol.dispose]: () => {
      stop();
      client.clear();
    },
  };
}

describe('the cache that follows the streams', () => {
  test('[LIVE-3] an event that overtakes the answer of a fetch is not lost', async () => {
    using fixture = cache();
    fixture.cacheUpdates.onSnapshot('public', { seq: 2, tag: 't2' }, 'first');
    fixture.cacheUpdates.applyEvent({
      stream: 'public',
      event: createEvent(3, { kind: 'activity.created', data: createCrud(3) }),
    });
    fixture.answerRequest(page(2, 2, 1));
    await fixture.fetched;
    expect(fixture.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test('[LIVE-3] an event that the answer already includes is not doubled', async () => {
    using fixture = cache();
    fixture.cacheUpdates.onSnapshot('public', { seq: 2, tag: 't2' }, 'first');
    fixture.answerRequest(page(3, 3, 2, 1));
    await fixture.fetched;
    fixture.cacheUpdates.applyEvent({
      stream: 'public',
      event: createEvent(3, { kind: 'activity.created', data: createCrud(3) }),
    });
    expect(fixture.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test('[LIVE-3] the viewer’s own crud is shown once, by its answer and its event', async () => {
    using fixture = cache();
    fixture.cacheUpdates.onSnapshot('public', { seq: 2, tag: 't2' }, 'first');
    fixture.answerRequest(page(2, 2, 1));
    await fixture.fetched;
    insertOnTop(fixture.client, queryKeys.home, shown(3));
    expect(fixture.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
    fixture.cacheUpdates.applyEvent({
      stream: 'public',
      event: createEvent(3, { kind: 'activity.created', data: createCrud(3) }),
    });
    insertOnTop(fixture.client, queryKeys.home, shown(3));
    expect(fixture.home()).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
  });

  test('a burned crud leaves at once, and its event changes nothing more', async () => {
    using fixture = cache();
    fixture.answerRequest(page(2, 2, 1));
    await fixture.fetched;
    removeFromLists(fixture.client, uuidOf(2));
    fixture.cacheUpdates.applyEvent({
      stream: 'public',
      event: createEvent(3, { kind: 'activity.deleted', data: { uuid: uuidOf(2) } }),
    });
    expect(fixture.home()).toEqual([uuidOf(1)]);
  });

  test('[LIVE-8] a burned reply leaves the count of its parent at once', async () => {
    using fixture = cache();
    const reply = { ...shown(2), reply_to_activity_uuid: uuidOf(1) };
    const answered = { ...shown(1), replies_count: 3 };
    fixture.answerRequest({ ...page(2), items: [answered, { ...shown(3), replies_count: 3 }] });
    await fixture.fetched;
    const post = { pages: [{ head: answered, items: [reply], next: null }], pageParams: [null] };
    const shownPost = ['post', 'stranger', uuidOf(1)];
    fixture.client.setQueryData(shownPost, post);
    removeFromLists(fixture.client, reply.uuid);
    removeFromLists(fixture.client, reply.uuid);
    expect(fixture.client.getQueryData<typeof post>(shownPost)?.pages[0]).toMatchObject({
      head: { replies_count: 2 },
      items: [],
    });
    const home = fixture.client.getQueryData<InfiniteData<FeedPage>>(queryKeys.home)?.pages[0]?.items;
    expect(home?.map(({ replies_count }) => replies_count)).toEqual([2, 3]);
  });

  test('[LIVE-13] the profile that showed a crud burned here is refetched for its count', async () => {
    using fixture = cache();
    fixture.answerRequest(page(2, 2, 1));
    await fixture.fetched;
    const [showing, other] = [queryKeys.profile('odalys'), queryKeys.profile('teo')];
    fixture.client.setQueryData(showing, { pages: [page(2, 2, 1)], pageParams: [null] });
    fixture.client.setQueryData(other, { pages: [page(2, 3)], pageParams: [null] });
    removeFromLists(fixture.client, uuidOf(2));
    const isInvalidated = (key: readonly string[]) => fixture.client.getQueryState(key)?.isInvalidated;
    expect([showing, other].map(isInvalidated)).toEqual([true, false]);
  });

  test('[FEED-18] an invalidated list stays invalidated after an event, counts and an own crud', async () => {
    using fixture = cache();
    fixture.cacheUpdates.onSnapshot('public', { seq: 2, tag: 't2' }, 'first');
    fixture.answerRequest(page(2, 2, 1));
    await fixture.fetched;
    await fixture.client.invalidateQueries({ queryKey: queryKeys.home });
    fixture.cacheUpdates.applyEvent({
      stream: 'public',
      event: createEvent(3, { kind: 'activity.created', data: createCrud(3) }),
    });
    patchActivities(fixture.client, uuidOf(1), { likes_count: 7 });
    patchActivities(fixture.client, uuidOf(9), { likes_count: 7 });
    insertOnTop(fixture.client, queryKeys.home, shown(4));
    removeFromLists(fixture.client, uuidOf(2));
    expect(fixture.home()).toEqual([uuidOf(4), uuidOf(3), uuidOf(1)]);
    expect(fixture.client.getQueryState(queryKeys.home)?.isInvalidated).toBe(true);
  });

  test('absolute counts are set wherever the crud is shown', async () => {
    using fixture = cache();
    fixture.answerRequest(page(2, 2, 1));
    await fixture.fetched;
    patchActivities(fixture.client, uuidOf(1), { liked: true, likes_count: 7 });
    const data = fixture.client.getQueryData<InfiniteData<FeedPage>>(queryKeys.home);
    expect(data?.pages[0]?.items).toMatchObject([{ likes_count: 0 }, { liked: true, likes_count: 7 }]);
  });
});
