import type { Activity, Me, StreamEvent } from '@cruddur/shared';
import { InfiniteQueryObserver, QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { onTestFinished, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../client/src/base/http/api-error.ts';
import type { FeedPage, MePage } from '../../../../client/src/base/http/pages.ts';
import { queryKeys } from '../../../../client/src/sync/cache/query-keys.ts';
import { insertOnTop } from '../../../../client/src/sync/cache/insert-accepted.ts';
import { COUNTS_REFETCH_SPREAD_MS } from '../../../../client/src/sync/cache/query-cache-updates.ts';
import { patchActivities, removeFromLists } from '../../../../client/src/sync/cache/cached-lists.ts';
import { createDeferred } from '../create-deferred.ts';
import { cursorAt } from './create-updates-fixture.ts';
import { openQueryCache } from './open-query-cache.ts';
import { createActivity, createCrud, createEvent, createMessage, uuidOf } from './sample-events.ts';

const { home } = queryKeys;
const page = (seq: number, ...items: Activity[]): FeedPage => ({
  ...{ head: null, items, next: null, asOf: { public: cursorAt(seq) } },
});
const [first, second, third] = [createActivity(1), createActivity(2), createActivity(3)];
const lit = (number: number): StreamEvent =>
  createEvent(number, { kind: 'activity.created', data: createCrud(number) });

/** A cache at position 2 whose home page is answered on request of the test. */
function openHome() {
  const cache = openQueryCache();
  const answer = createDeferred<FeedPage>();
  const queryFn = () => answer.promise;
  const fetched = cache.client.infiniteQuery({ queryKey: home, initialPageParam: null, queryFn });
  cache.cacheUpdates.onSnapshot('public', cursorAt(2), 'first');
  return {
    ...cache,
    receive: (event: StreamEvent) => cache.cacheUpdates.applyEvent({ stream: 'public', event }),
    async answerWith(answered: FeedPage) {
      answer.resolve(answered);
      await fetched;
    },
    uuids: () => cache.items<Activity>(home).map(({ uuid }) => uuid),
  };
}

async function openShownHome(items = [second, first]) {
  const cache = openHome();
  await cache.answerWith(page(2, ...items));
  return cache;
}

describe('the cache that follows the streams', () => {
  test.each([
    ['overtakes the answer of a fetch', [2, second, first]],
    ['is included in the answer already', [3, third, second, first]],
  ] as const)('an event that %s is shown once', async (_, [seq, ...items]) => {
    using cache = openHome();
    if (seq === 2) cache.receive(lit(3));
    await cache.answerWith(page(seq, ...items));
    if (seq === 3) cache.receive(lit(3));
    expect(cache.uuids()).toEqual([3, 2, 1].map(uuidOf));
  });

  test('the viewer’s own crud is shown once, by its answer and its event', async () => {
    using cache = await openShownHome();
    for (const show of [() => insertOnTop(cache.client, home, third), () => cache.receive(lit(3))]) {
      show();
      expect(cache.uuids()).toEqual([3, 2, 1].map(uuidOf));
    }
    insertOnTop(cache.client, home, third);
    expect(cache.uuids()).toHaveLength(3);
  });

  test('a burned crud leaves at once, and its event changes nothing more', async () => {
    using cache = await openShownHome();
    removeFromLists(cache.client, uuidOf(2));
    cache.receive(createEvent(3, { kind: 'activity.deleted', data: { uuid: uuidOf(2) } }));
    expect(cache.uuids()).toEqual([uuidOf(1)]);
  });

  test('a burned reply leaves the count of its parent at once', async () => {
    const answered = { ...first, replies_count: 3 };
    using cache = await openShownHome([answered, { ...third, replies_count: 3 }]);
    const reply = { ...second, reply_to_activity_uuid: uuidOf(1) };
    const shownPost = ['post', 'stranger', uuidOf(1)];
    cache.store(shownPost, { head: answered, items: [reply], next: null, asOf: null });
    removeFromLists(cache.client, reply.uuid);
    removeFromLists(cache.client, reply.uuid);
    expect(cache.client.getQueryData(shownPost)).toMatchObject({
      pages: [{ head: { replies_count: 2 }, items: [] }],
    });
    expect(cache.items(home)).toMatchObject([{ replies_count: 2 }, { replies_count: 3 }]);
  });

  test('the profile that showed a crud burned here is refetched for its count', () => {
    using cache = openQueryCache();
    const [showing, other] = [queryKeys.profile('odalys'), queryKeys.profile('teo')];
    cache.store(showing, page(2, second, first));
    cache.store(other, page(2, third));
    removeFromLists(cache.client, uuidOf(2));
    expect([showing, other].map(cache.isStale)).toEqual([true, false]);
  });

  test('absolute counts are set, and a stale list stays stale after an event, counts and an own crud', async () => {
    using cache = await openShownHome();
    await cache.client.invalidateQueries({ queryKey: home });
    cache.receive(lit(3));
    patchActivities(cache.client, uuidOf(1), { liked: true, likes_count: 7 });
    patchActivities(cache.client, uuidOf(9), { likes_count: 7 });
    expect(cache.items(home)).toMatchObject([{}, { likes_count: 0 }, { liked: true, likes_count: 7 }]);
    insertOnTop(cache.client, home, createActivity(4));
    removeFromLists(cache.client, uuidOf(2));
    expect(cache.uuids()).toEqual([4, 3, 1].map(uuidOf));
    expect(cache.isStale(home)).toBe(true);
  });
});

/** A cache with one crud that the viewer likes, and the counts that it is sent. */
async function openLikedCrud() {
  const cache = await openShownHome([createActivity(1, { liked: true, likes_count: 1 })]);
  return {
    ...cache,
    count: (version: number, seq: number, counts: object) => {
      const none = { likes_count: 0, reposts_count: 0, replies_count: 0 };
      const as_of = `${seq}.t${seq}`;
      cache.cacheUpdates.applyCounts({
        activities: [{ ...none, ...counts, uuid: uuidOf(1), version, as_of }],
      });
    },
    reply: (seq: number) =>
      cache.receive(
        createEvent(seq, {
          kind: 'reply.created',
          data: createCrud(seq, { reply_to_activity_uuid: uuidOf(1) }),
        }),
      ),
    shown: () => cache.items<Activity>(home)[0],
  };
}

describe('counts', () => {
  test('are set by their version, which another history forgets, and the viewer’s own marks stay', async () => {
    using crud = await openLikedCrud();
    crud.count(7, 2, { likes_count: 5, reposts_count: 2 });
    crud.count(6, 2, { likes_count: 4 });
    expect(crud.shown()).toMatchObject({ likes_count: 5, reposts_count: 2, liked: true });
    crud.cacheUpdates.onSnapshot('public', { seq: 1, tag: 'x1' }, 'reset');
    crud.count(1, 1, { likes_count: 3 });
    expect(crud.shown()).toMatchObject({ likes_count: 3 });
  });

  test('include a reply once, whether its event or its counts come first', async () => {
    using crud = await openLikedCrud();
    crud.reply(3);
    crud.reply(4);
    // Counted when only the first was there.
    crud.count(7, 3, { replies_count: 1 });
    expect(crud.shown()).toMatchObject({ replies_count: 2 });
    // Counted including one that has not arrived yet.
    crud.count(8, 5, { replies_count: 3, likes_count: 9 });
    expect(crud.shown()).toMatchObject({ replies_count: 2, likes_count: 9 });
    crud.reply(5);
    expect(crud.shown()).toMatchObject({ replies_count: 3 });
  });

  test('on screen are refetched once after a reconnection', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    using cache = openQueryCache();
    const requests: QueryKey[] = [];
    const observe = (queryKey: QueryKey) =>
      new InfiniteQueryObserver(cache.client, {
        ...{ queryKey, initialPageParam: null, initialData: { pages: [], pageParams: [] } },
        ...{ staleTime: Infinity, queryFn: () => requests.push(queryKey), getNextPageParam: () => null },
      }).subscribe(() => undefined);
    const leave = [home, queryKeys.post(uuidOf(1)), queryKeys.conversations].map(observe);
    cache.cacheUpdates.onReconnect();
    cache.cacheUpdates.onReconnect();
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(COUNTS_REFETCH_SPREAD_MS);
    expect(requests).toEqual([home, queryKeys.post(uuidOf(1))]);
    for (const end of leave) end();
  });
});

/** The viewer on a page, with a server where each message of another user is unread; it answers on request of the test. */
function openAccount(written = 0) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cache = openQueryCache();
  const pending: (() => void)[] = [];
  const queryFn = () =>
    new Promise<MePage>((resolve) => {
      const head = { unread: { notifications: 0, messages: written } } as Me;
      const asOf = { public: cursorAt(0), me: cursorAt(written) };
      pending.push(() => resolve({ head, items: [], next: null, asOf }));
    });
  const unwatch = new QueryObserver(cache.client, { queryKey: queryKeys.me, queryFn }).subscribe(
    () => undefined,
  );
  const settle = () => vi.advanceTimersByTimeAsync(100);
  return {
    ...cache,
    /** Another user writes, on the server. */
    write: () => (written += 1),
    /** The event of the last message arrives. */
    receive() {
      const data = { ...createMessage(written), message_group_uuid: uuidOf(700) };
      const event = createEvent(written, { kind: 'message.created', data });
      cache.cacheUpdates.applyEvent({ stream: 'me', event });
      return settle();
    },
    /** Answers the requests so far, and waits for their effects. */
    async answer() {
      for (const reply of pending.splice(0)) reply();
      await settle();
    },
    pendingCount: () => pending.length,
    unread: () => cache.client.getQueryData<MePage>(queryKeys.me)?.head.unread.messages,
    [Symbol.dispose]() {
      unwatch();
      cache[Symbol.dispose]();
    },
  };
}

describe('unread counts', () => {
  test('are refetched when a message came between the answer and the start of the stream', async () => {
    using own = openAccount();
    await own.answer();
    expect(own.unread()).toBe(0);
    own.cacheUpdates.onSnapshot('me', cursorAt(own.write()), 'first');
    await own.answer();
    await own.answer();
    expect(own.unread()).toBe(1);
  });

  test('are refetched when a message overtakes their first answer', async () => {
    using own = openAccount();
    own.cacheUpdates.onSnapshot('me', cursorAt(0), 'first');
    own.write();
    await own.receive();
    await own.answer();
    await own.answer();
    expect(own.unread()).toBe(1);
  });

  test('are not refetched for a message that they already include', async () => {
    using own = openAccount(1);
    own.cacheUpdates.onSnapshot('me', cursorAt(0), 'first');
    await own.answer();
    await own.receive();
    expect(own.pendingCount()).toBe(0);
    expect(own.unread()).toBe(1);
  });
});

describe('a list that lacks something', () => {
  /** Home on a screen, whose next fetches fail with this. @returns the number of fetches so far */
  function openFailing(failure: unknown) {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const cache = openQueryCache(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
    let fetches = 0;
    const leave = new InfiniteQueryObserver(cache.client, {
      ...{ queryKey: home, initialPageParam: null, staleTime: Infinity, getNextPageParam: () => null },
      initialData: { pages: [], pageParams: [] },
      queryFn: () => {
        fetches += 1;
        throw failure;
      },
    }).subscribe(() => undefined);
    cache.cacheUpdates.onSnapshot('public', cursorAt(1), 'reset');
    return {
      fetchesAfter: async (ms: number) => {
        await vi.advanceTimersByTimeAsync(ms);
        return fetches;
      },
      [Symbol.dispose]() {
        leave();
        cache[Symbol.dispose]();
      },
    };
  }

  test.each([0, 401, 503])('is fetched again until it succeeds, when that failed with %d', async (status) => {
    using list = openFailing(new ApiError(status, ['generic_500']));
    expect(await list.fetchesAfter(0)).toBe(1);
    expect(await list.fetchesAfter(500)).toBe(2);
    expect(await list.fetchesAfter(999)).toBe(2);
    expect(await list.fetchesAfter(1)).toBe(3);
    const later = await list.fetchesAfter(60_000);
    expect(await list.fetchesAfter(5000)).toBe(later + 1);
  });

  test('is left as it is when it is gone', async () => {
    using list = openFailing(new ApiError(410, ['activity_expired']));
    expect(await list.fetchesAfter(60_000)).toBe(1);
  });
});
