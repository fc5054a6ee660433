import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { evictUnobservedLists, MAX_UNOBSERVED_LISTS } from '../../../client/src/cache/query-client.ts';
import type { Call } from '../../../client/src/api/http-client.ts';
import { homeQuery, profileQuery, trendsQuery } from '../../../client/src/cache/queries.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Every list has two empty pages. */
const call = ((name: string, { before }: { before?: string | null }) => {
  const data = name === 'profilePage' ? { profile: {}, activities: [] } : [];
  return Promise.resolve({ data, cursors: null, next: before ? null : 'second' });
}) as unknown as Call;

function openClient(): QueryClient {
  // The default of browsers; Node removes nothing.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: HOUR_MS / 12 } } });
  evictUnobservedLists(client);
  return client;
}

/** Reads both pages of a list, and unmounts. */
async function openProfile(client: QueryClient, handle: string): Promise<void> {
  const observer = new InfiniteQueryObserver(client, profileQuery(call, handle, false));
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  await observer.fetchNextPage();
  leave();
}

const readCachedPages = (client: QueryClient, handle: string) =>
  client.getQueryData<{ pages: unknown[] }>(queryKeys.profile(handle))?.pages.length;

test('[FEED-15] a list that was left is complete an hour later; another answer is not kept', async () => {
  const client = openClient();
  const home = new InfiniteQueryObserver(client, homeQuery(call));
  const leaveHome = home.subscribe(() => undefined);
  const leaveTrends = new QueryObserver(client, trendsQuery(call)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  await home.fetchNextPage();
  leaveHome();
  leaveTrends();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(client.getQueryData<{ pages: unknown[] }>(queryKeys.home)?.pages).toHaveLength(2);
  expect(client.getQueryData(queryKeys.trends)).toBeUndefined();
});

test('[FEED-15] the list that was left longest ago is evicted when too many were left since', async () => {
  const client = openClient();
  for (let count = 0; count < MAX_UNOBSERVED_LISTS; count++) await openProfile(client, `p${String(count)}`);
  await openProfile(client, 'p0');
  await openProfile(client, 'another');
  expect(readCachedPages(client, 'p0')).toBe(2);
  expect(readCachedPages(client, 'p1')).toBeUndefined();
  expect(readCachedPages(client, 'p2')).toBe(2);
});

test('[FEED-18] going back after an hour refetches no page that events kept current, and refetches an invalidated one', async () => {
  const client = openClient();
  const requests: unknown[] = [];
  const counting: Call = (name, input) => {
    requests.push(name);
    return call(name, input);
  };
  const createObserver = () => new InfiniteQueryObserver(client, homeQuery(counting));
  const first = createObserver();
  const leave = first.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  await first.fetchNextPage();
  leave();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  const leaveAgain = createObserver().subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(requests).toHaveLength(2);
  leaveAgain();
  void client.invalidateQueries({ queryKey: queryKeys.home });
  createObserver().subscribe(() => undefined)();
  await vi.advanceTimersByTimeAsync(10);
  expect(requests.length).toBeGreaterThan(2);
});
