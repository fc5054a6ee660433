import type { StreamName } from '@cruddur/shared';
import { InfiniteQueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyPage } from '../../../../client/src/base/http/pages.ts';
import { removeFromLists } from '../../../../client/src/sync/cache/cached-lists.ts';
import { insertAccepted } from '../../../../client/src/sync/cache/insert-accepted.ts';
import { createQueryClient } from '../../../../client/src/sync/cache/query-client.ts';
import { queryKeys } from '../../../../client/src/sync/cache/query-keys.ts';
import {
  CHECK_EVERY_MS,
  refetchUnconfirmed,
  confirmChange,
} from '../../../../client/src/sync/cache/refetch-unconfirmed.ts';
import { removeMessageText } from '../../../../client/src/sync/cache/remove-message.ts';
import { cursorAt } from './create-updates-fixture.ts';
import { openQueryCache } from './open-query-cache.ts';
import { createActivity, createCrud, createEvent, createMessage, uuidOf, viewer } from './sample-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STREAMS: StreamName[] = ['public', 'me'];
const GROUP = uuidOf(700);
const WITHIN_MS = 2 * CHECK_EVERY_MS;

const created = (number: number) =>
  createEvent(number, { kind: 'activity.created', data: createCrud(number) });
const page = (seq: number, items: { uuid: string }[], head: unknown = null): AnyPage => ({
  ...{ head, items, next: null },
  asOf: { public: cursorAt(seq), me: cursorAt(seq) },
});
/** The home page with these cruds, as of the first. */
const homeOf = (...numbers: number[]) =>
  page(
    numbers[0] ?? 0,
    numbers.map((number) => createActivity(number)),
  );
const conversationOf = (...items: { uuid: string }[]) => page(2, items, { group: GROUP, read_uuid: null });
const message = createMessage(5, { handle: viewer.handle, cognito_user_uuid: viewer.cognito_id });

/** A tab at position 2 of both streams, with one list on its screen. */
async function showList(queryKey: QueryKey, first: AnyPage) {
  const cache = openQueryCache(createQueryClient(), { onApplied: [(event) => confirmChange(client, event)] });
  const { client, runtime, cacheUpdates } = cache;
  const store = { page: first, isAway: false, reads: 0 };
  const stop = refetchUnconfirmed(client, cacheUpdates.recentEvents, runtime);
  for (const stream of STREAMS) cacheUpdates.onSnapshot(stream, cursorAt(2), 'first');
  const observer = new InfiniteQueryObserver(client, {
    ...{ queryKey, staleTime: Infinity, initialPageParam: null, getNextPageParam: () => null },
    queryFn() {
      store.reads += 1;
      return store.isAway ? Promise.reject(new Error('away')) : Promise.resolve(store.page);
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return {
    ...{ client, cacheUpdates, store },
    advance: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    turn: (isVisible: boolean) => runtime.changePage('visibilitychange', { isVisible }),
    items: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items),
    [Symbol.dispose]() {
      unsubscribe();
      stop();
      cache[Symbol.dispose]();
    },
  };
}

/** A tab with two cruds, and a third one that the server has accepted. */
async function showAccepted() {
  const stored = homeOf(2, 1);
  const tab = await showList(queryKeys.home, stored);
  insertAccepted(tab.client, { kind: 'crud' }, createActivity(3));
  expect(tab.items()).toHaveLength(3);
  return { ...tab, stored };
}

test('an accepted crud leaves the list when its event and its row are lost', async () => {
  using tab = await showAccepted();
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(tab.stored.items);
  await tab.advance(2 * WITHIN_MS);
  expect(tab.store.reads).toBe(2);
});

test('an accepted crud whose event arrives causes no fetch', async () => {
  using tab = await showAccepted();
  await tab.advance(CHECK_EVERY_MS);
  tab.cacheUpdates.applyEvent({ stream: 'public', event: created(3) });
  await tab.advance(2 * WITHIN_MS);
  expect(tab.store.reads).toBe(1);
  expect(tab.items()).toHaveLength(3);
});

test.each<[string, QueryKey, AnyPage, (client: Parameters<typeof insertAccepted>[0]) => void]>([
  [
    'a burned crud returns to the list when its burn is lost',
    queryKeys.home,
    homeOf(2, 1),
    (client) => removeFromLists(client, uuidOf(2)),
  ],
  [
    'a message leaves its conversation when its event and its row are lost',
    queryKeys.messages(GROUP),
    conversationOf(),
    (client) => insertAccepted(client, { kind: 'message', group: GROUP, handle: null }, message),
  ],
  [
    'the text of a removed message returns when the removal is lost',
    queryKeys.messages(GROUP),
    conversationOf(message),
    (client) => removeMessageText(client, message.uuid),
  ],
])('%s', async (_, queryKey, stored, change) => {
  using tab = await showList(queryKey, stored);
  change(tab.client);
  expect(tab.items()).not.toEqual(stored.items);
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(stored.items);
});

test('a page that is newer than the events is fetched again only when they do not follow', async () => {
  using behind = await showList(queryKeys.home, homeOf(4, 3, 2, 1));
  behind.cacheUpdates.applyEvent({ stream: 'public', event: created(3) });
  behind.store.page = homeOf(3, 2, 1);
  await behind.advance(WITHIN_MS);
  expect(behind.items()).toEqual(homeOf(3, 2, 1).items);
  using followed = await showList(queryKeys.home, homeOf(3, 2, 1));
  await followed.advance(CHECK_EVERY_MS);
  for (const stream of STREAMS) followed.cacheUpdates.applyEvent({ stream, event: created(3) });
  await followed.advance(2 * WITHIN_MS);
  expect(followed.store.reads).toBe(1);
});

test('a failed fetch is repeated', async () => {
  using tab = await showAccepted();
  tab.store.isAway = true;
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toHaveLength(3);
  tab.store.isAway = false;
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(tab.stored.items);
});

test('a hidden tab fetches when it is visible again, after its events had time to arrive', async () => {
  using tab = await showAccepted();
  tab.turn(false);
  await tab.advance(2 * WITHIN_MS);
  tab.turn(true);
  await tab.advance(CHECK_EVERY_MS);
  expect(tab.store.reads).toBe(1);
  await tab.advance(CHECK_EVERY_MS);
  expect(tab.items()).toEqual(tab.stored.items);
});
