import type { Me, MessageGroup } from '@cruddur/shared';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '../../../../client/src/base/http/http-client.ts';
import type { MePage, ProfilePage } from '../../../../client/src/base/http/pages.ts';
import { createAvatarVersions } from '../../../../client/src/base/http/avatar-versions.ts';
import { followExpiry } from '../../../../client/src/sync/cache/follow-expiry.ts';
import {
  evictUnobservedLists,
  MAX_UNOBSERVED_LISTS,
} from '../../../../client/src/sync/cache/query-client.ts';
import { queryKeys } from '../../../../client/src/sync/cache/query-keys.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { homeQuery, profileQuery, trendsQuery } from '../../../../client/src/feed/feed-queries.ts';

const START = 1_750_000_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ignore = () => undefined;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A browser with a server where every list has two empty pages. */
function openLists() {
  // The default of browsers; Node removes nothing.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: HOUR_MS / 12 } } });
  evictUnobservedLists(client);
  const requests: string[] = [];
  const call = ((name: string, { before }: { before?: string | null }) => {
    requests.push(name);
    const data = name === 'profilePage' ? { profile: {}, activities: [] } : [];
    return Promise.resolve({ data, cursors: null, next: before ? null : 'second' });
  }) as unknown as Call;
  const observeHome = () => new InfiniteQueryObserver(client, homeQuery(call));
  return {
    ...{ client, call, requests, observeHome },
    countPages: (key: readonly string[]) => client.getQueryData<{ pages: unknown[] }>(key)?.pages.length,
    visitHome: () => readBothPages(observeHome()),
    visitProfile: (handle: string) =>
      readBothPages(new InfiniteQueryObserver(client, profileQuery(call, handle, false))),
  };
}

/** Reads a list, and leaves it. */
async function readBothPages(observer: {
  subscribe: (listener: () => void) => () => void;
  fetchNextPage: () => Promise<unknown>;
}): Promise<void> {
  const leave = observer.subscribe(ignore);
  await pass(10);
  await observer.fetchNextPage();
  leave();
}

test('a list that was left is complete an hour later; another answer is not kept', async () => {
  const { client, call, countPages, visitHome } = openLists();
  const leaveTrends = new QueryObserver(client, trendsQuery(call)).subscribe(ignore);
  await visitHome();
  leaveTrends();
  await pass(HOUR_MS);
  expect(countPages(queryKeys.home)).toBe(2);
  expect(client.getQueryData(queryKeys.trends)).toBeUndefined();
});

test('the list that was left longest ago is evicted when too many were left since', async () => {
  const { countPages, visitProfile } = openLists();
  for (let count = 0; count < MAX_UNOBSERVED_LISTS; count++) await visitProfile(`p${String(count)}`);
  await visitProfile('p0');
  await visitProfile('another');
  const counts = ['p0', 'p1', 'p2'].map((handle) => countPages(queryKeys.profile(handle)));
  expect(counts).toEqual([2, undefined, 2]);
});

test('going back after an hour refetches no page that events kept current, and refetches an invalidated one', async () => {
  const { client, requests, observeHome, visitHome } = openLists();
  await visitHome();
  await pass(HOUR_MS);
  const leave = observeHome().subscribe(ignore);
  await pass(10);
  expect(requests).toHaveLength(2);
  leave();
  void client.invalidateQueries({ queryKey: queryKeys.home });
  observeHome().subscribe(ignore)();
  await pass(10);
  expect(requests.length).toBeGreaterThan(2);
});

/** A tab that shows `me`, whose answers the test gives, and the number of its fetches. */
function openTab(
  untilOf: (fetched: number) => number | undefined,
  field: 'messages_until' | 'notifications_until' = 'messages_until',
) {
  const client = new QueryClient();
  let offset = 0;
  const listeners = new Set<() => void>();
  const clock = {
    now: () => Date.now() + offset,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const stop = followExpiry(client, clock, createTestRuntime().timers);
  let fetched = 0;
  const queryFn = (): Promise<MePage> => {
    const until = untilOf(fetched);
    fetched += 1;
    const ends = until === undefined ? {} : { [field]: new Date(until).toISOString() };
    const unread = { notifications: 1, messages: 1, ...ends };
    return Promise.resolve({ head: { unread } as Me, items: [], next: null, asOf: null });
  };
  const close = new QueryObserver(client, { queryKey: queryKeys.me, queryFn }).subscribe(ignore);
  return {
    client,
    fetched: () => fetched,
    correctClock(ms: number) {
      offset += ms;
      for (const listener of listeners) listener();
    },
    [Symbol.dispose]() {
      close();
      stop();
      client.clear();
    },
  };
}

test('unread counts are fetched again when an unread message expires; a server whose clock is behind is asked once a second', async () => {
  using tab = openTab((fetched) => (fetched === 0 ? START + 5000 : undefined));
  await pass(4999);
  expect(tab.fetched()).toBe(1);
  await pass(1);
  expect(tab.fetched()).toBe(2);
  await pass(DAY_MS);
  expect(tab.fetched()).toBe(2);
  const now = Date.now();
  using behind = openTab(() => now + 1000);
  await pass(1000);
  expect(behind.fetched()).toBe(2);
  await pass(3000);
  expect(behind.fetched()).toBe(5);
});

test('the unread count is fetched again when a crud of an unread notification expires', async () => {
  using tab = openTab((fetched) => (fetched === 0 ? START + 5000 : undefined), 'notifications_until');
  await pass(5000);
  expect(tab.fetched()).toBe(2);
});

test('a lifetime of thirty days exceeds no timer, and a corrected clock counts', async () => {
  using tab = openTab((fetched) => (fetched === 0 ? START + 30 * DAY_MS : undefined));
  await pass(29 * DAY_MS);
  expect(tab.fetched()).toBe(1);
  tab.correctClock(DAY_MS);
  await pass(1000);
  expect(tab.fetched()).toBe(2);
});

test('the list of conversations is stale once a preview expires', async () => {
  using tab = openTab(() => undefined);
  const group = { expires_at: new Date(START + 2000).toISOString() } as MessageGroup;
  const page = { head: null, items: [group], next: null, asOf: null };
  tab.client.setQueryData(queryKeys.conversations, { pages: [page], pageParams: [null] });
  const isStale = () => tab.client.getQueryState(queryKeys.conversations)?.isInvalidated;
  await pass(1999);
  expect(isStale()).toBe(false);
  await pass(1);
  expect(isStale()).toBe(true);
});

test('expired cruds and messages leave the cache, and come back once a clock that was ahead is corrected', async () => {
  using tab = openTab(() => undefined);
  const { client } = tab;
  const endingAt = (uuid: string, end: number | null) => ({
    ...{ uuid, cognito_user_uuid: 'teo', reply_to_activity_uuid: null },
    expires_at: end === null ? null : new Date(end).toISOString(),
  });
  const items = [endingAt('short', START + 1), endingAt('long', START + DAY_MS), endingAt('endless', null)];
  const read = endingAt('read', START + 1);
  const lists = [queryKeys.home, queryKeys.profile('teo'), queryKeys.messages('group')];
  for (const queryKey of lists) {
    const head = { cognito_user_uuid: 'teo', cruds_count: 9, read_uuid: 'read' };
    const isTalk = queryKey[0] === 'messages';
    const page = { head, items: isTalk ? [...items, read] : items, next: null, asOf: null };
    client.setQueryData(queryKey, { pages: [page], pageParams: [null] });
  }
  const shown = () =>
    lists.map((queryKey) => {
      const { pages: [page] = [] } = client.getQueryData<{ pages: ProfilePage[] }>(queryKey) ?? {};
      return [page?.head.cruds_count, ...(page?.items ?? []).map(({ uuid }) => uuid)];
    });
  const isInvalidated = () => lists.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
  await pass(60_000);
  expect(shown()[0]).toEqual([9, 'short', 'long', 'endless']);
  await pass(60_000);
  // The read mark says of older messages that they are read, so it stays.
  expect(shown()).toEqual([
    [9, 'long', 'endless'],
    [8, 'long', 'endless'],
    [9, 'long', 'endless', 'read'],
  ]);
  tab.correctClock(2 * DAY_MS);
  await pass(60_000);
  expect(shown()).toEqual([
    [9, 'endless'],
    [7, 'endless'],
    [9, 'endless', 'read'],
  ]);
  expect(isInvalidated()).toEqual([false, false, false]);
  tab.correctClock(-2 * DAY_MS);
  expect(isInvalidated()).toEqual([true, true, true]);
});

test('the newest versions of 2,000 avatars are remembered', () => {
  const versions = createAvatarVersions();
  for (let number = 1; number <= 3000; number++)
    versions.recordVersions({ cognito_user_uuid: String(number), avatar_version: number });
  expect(versions.getSnapshot().size).toBe(2000);
  expect(versions.getSnapshot().get('3000')).toBe(3000);
});
