import type { Me, MessageGroup } from '@cruddur/shared';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MePage } from '../../../client/src/api/pages.ts';
import { startExpiryRefetches } from '../../../client/src/cache/expiry-refetches.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const START = 1_750_000_000_000;
const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** A tab that shows `me`, whose answers the test gives, and the number of its fetches. */
function openTab(untilOf: (fetched: number) => number | undefined) {
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
  const stop = startExpiryRefetches(client, clock, createTestRuntime().timers);
  let fetched = 0;
  const queryFn = (): Promise<MePage> => {
    const until = untilOf(fetched);
    fetched += 1;
    const unread = {
      notifications: 0,
      messages: 1,
      ...(until !== undefined && { messages_until: new Date(until).toISOString() }),
    };
    return Promise.resolve({ head: { unread } as Me, items: [], next: null, asOf: null });
  };
  const close = new QueryObserver(client, { queryKey: queryKeys.me, queryFn }).subscribe(() => undefined);
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

test('[LIFETIME-7] unread counts are fetched again when an unread message expires, and not before', async () => {
  using tab = openTab((fetched) => (fetched === 0 ? START + 5000 : undefined));
  await vi.advanceTimersByTimeAsync(4999);
  expect(tab.fetched()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(tab.fetched()).toBe(2);
  await vi.advanceTimersByTimeAsync(DAY);
  expect(tab.fetched()).toBe(2);
});

test('[LIFETIME-7] a server whose clock is behind is asked once a second', async () => {
  using tab = openTab(() => START + 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tab.fetched()).toBe(2);
  await vi.advanceTimersByTimeAsync(3000);
  expect(tab.fetched()).toBe(5);
});

test('[LIFETIME-7] a lifetime of thirty days exceeds no timer, and a corrected clock counts', async () => {
  using tab = openTab((fetched) => (fetched === 0 ? START + 30 * DAY : undefined));
  await vi.advanceTimersByTimeAsync(29 * DAY);
  expect(tab.fetched()).toBe(1);
  tab.correctClock(DAY);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tab.fetched()).toBe(2);
});

test('[LIFETIME-7] the list of conversations is stale once a preview expires', async () => {
  using tab = openTab(() => undefined);
  const group = { expires_at: new Date(START + 2000).toISOString() } as MessageGroup;
  const page = { head: null, items: [group], next: null, asOf: null };
  tab.client.setQueryData(queryKeys.conversations, { pages: [page], pageParams: [null] });
  const isStale = () => tab.client.getQueryState(queryKeys.conversations)?.isInvalidated;
  await vi.advanceTimersByTimeAsync(1999);
  expect(isStale()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isStale()).toBe(true);
});
