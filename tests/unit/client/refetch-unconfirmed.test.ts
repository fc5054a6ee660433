import type { Activity, DirectMessage, StreamName } from '@cruddur/shared';
import { InfiniteQueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createAvatarVersions } from '../../../client/src/api/avatar-versions.ts';
import type { AnyPage } from '../../../client/src/api/pages.ts';
import { removeFromLists } from '../../../client/src/cache/cached-lists.ts';
import { insertAccepted } from '../../../client/src/cache/insert-accepted.ts';
import { createQueryCacheUpdates } from '../../../client/src/cache/query-cache-updates.ts';
import { createQueryClient } from '../../../client/src/cache/query-client.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { CHECK_EVERY_MS, refetchUnconfirmed } from '../../../client/src/cache/refetch-unconfirmed.ts';
import { removeMessageText } from '../../../client/src/cache/remove-message.ts';
import { createManualRuntime } from './manual-runtime.ts';
import { createCrud, createEvent, uuidOf, viewer } from './sample-events.ts';

const GROUP = uuidOf(700);
const WITHIN_MS = 2 * CHECK_EVERY_MS;

const shown = (number: number): Activity => ({ ...createCrud(number), liked: false, reposted: false });
const cursor = (seq: number) => ({ seq, tag: `t${seq}` });
const created = (number: number) =>
  createEvent(number, { kind: 'activity.created', data: createCrud(number) });
const page = (seq: number, items: { uuid: string }[], head: unknown = null): AnyPage => ({
  ...{ head, items, next: null },
  asOf: { public: cursor(seq), me: cursor(seq) },
});
const message: DirectMessage = {
  uuid: uuidOf(5),
  cognito_user_uuid: viewer.cognito_id,
  ...{ handle: viewer.handle, display_name: 'Viewer', avatar_version: 0 },
  message: 'hello',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** A tab at position 2 of both streams, with one list on its screen. */
async function showList(queryKey: QueryKey, first: AnyPage) {
  const screen = { isVisible: true };
  const runtime = createManualRuntime({
    isVisible: () => screen.isVisible,
    isOnline: () => true,
    on: () => undefined,
  });
  const client = createQueryClient();
  const store = { page: first, isAway: false, reads: 0 };
  const parts = { client, runtime, viewer: () => viewer, avatarVersions: createAvatarVersions() };
  const queryCacheUpdates = createQueryCacheUpdates(parts);
  const { cacheUpdates, stop } = refetchUnconfirmed(client, queryCacheUpdates.cacheUpdates, runtime);
  for (const stream of ['public', 'me'] satisfies StreamName[])
    cacheUpdates.onSnapshot(stream, cursor(2), 'first');
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    staleTime: Infinity,
    initialPageParam: null,
    getNextPageParam: () => null,
    queryFn() {
      store.reads += 1;
      return store.isAway ? Promise.reject(new Error('away')) : Promise.resolve(store.page);
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await runtime.advance(0);
  return {
    ...{ client, cacheUpdates, screen, store },
    advance: (ms: number) => runtime.advance(ms),
    items: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items),
    [Symbol.dispose]() {
      unsubscribe();
      stop();
      queryCacheUpdates.stop();
      client.clear();
    },
  };
}

test('[LIVE-18] an accepted crud leaves the list when its event and its row are lost', async () => {
  const stored = page(2, [shown(2), shown(1)]);
  using tab = await showList(queryKeys.home, stored);
  insertAccepted(tab.client, { kind: 'crud' }, shown(3));
  expect(tab.items()).toHaveLength(3);
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(stored.items);
  await tab.advance(2 * WITHIN_MS);
  expect(tab.store.reads).toBe(2);
});

test('[LIVE-18] an accepted crud whose event arrives causes no fetch', async () => {
  using tab = await showList(queryKeys.home, page(2, [shown(2), shown(1)]));
  insertAccepted(tab.client, { kind: 'crud' }, shown(3));
  await tab.advance(CHECK_EVERY_MS);
  tab.cacheUpdates.applyEvent({ stream: 'public', event: created(3) });
  await tab.advance(2 * WITHIN_MS);
  expect(tab.store.reads).toBe(1);
  expect(tab.items()).toHaveLength(3);
});

test('[LIVE-18] a burned crud returns to the list when its burn is lost', async () => {
  const stored = page(2, [shown(2), shown(1)]);
  using tab = await showList(queryKeys.home, stored);
  removeFromLists(tab.client, uuidOf(2));
  expect(tab.items()).toHaveLength(1);
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(stored.items);
});

test('[LIVE-18] a message leaves its conversation when its event and its row are lost', async () => {
  using tab = await showList(queryKeys.messages(GROUP), page(2, [], { group: GROUP, read_uuid: null }));
  insertAccepted(tab.client, { kind: 'message', group: GROUP, handle: null }, message);
  expect(tab.items()).toHaveLength(1);
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual([]);
});

test('[LIVE-18] the text of a removed message returns when the removal is lost', async () => {
  const stored = page(2, [message], { group: GROUP, read_uuid: null });
  using tab = await showList(queryKeys.messages(GROUP), stored);
  removeMessageText(tab.client, message.uuid);
  expect(tab.items()).not.toEqual(stored.items);
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(stored.items);
});

test('[LIVE-18] a page that is newer than the events is fetched again when they do not follow', async () => {
  using tab = await showList(queryKeys.home, page(4, [shown(4), shown(3), shown(2), shown(1)]));
  tab.cacheUpdates.applyEvent({ stream: 'public', event: created(3) });
  const stored = page(3, [shown(3), shown(2), shown(1)]);
  tab.store.page = stored;
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(stored.items);
});

test('[LIVE-18] a page that is newer than the events is not fetched again when they follow', async () => {
  using tab = await showList(queryKeys.home, page(3, [shown(3), shown(2), shown(1)]));
  await tab.advance(CHECK_EVERY_MS);
  for (const stream of ['public', 'me'] satisfies StreamName[])
    tab.cacheUpdates.applyEvent({ stream, event: created(3) });
  await tab.advance(2 * WITHIN_MS);
  expect(tab.store.reads).toBe(1);
});

test('[LIVE-18] a failed fetch is repeated', async () => {
  const stored = page(2, [shown(2), shown(1)]);
  using tab = await showList(queryKeys.home, stored);
  insertAccepted(tab.client, { kind: 'crud' }, shown(3));
  tab.store.isAway = true;
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toHaveLength(3);
  tab.store.isAway = false;
  await tab.advance(WITHIN_MS);
  expect(tab.items()).toEqual(stored.items);
});

test('[LIVE-18] a hidden tab fetches when it is visible again, after its events had time to arrive', async () => {
  const stored = page(2, [shown(2), shown(1)]);
  using tab = await showList(queryKeys.home, stored);
  insertAccepted(tab.client, { kind: 'crud' }, shown(3));
  tab.screen.isVisible = false;
  await tab.advance(2 * WITHIN_MS);
  tab.screen.isVisible = true;
  await tab.advance(CHECK_EVERY_MS);
  expect(tab.store.reads).toBe(1);
  await tab.advance(CHECK_EVERY_MS);
  expect(tab.items()).toEqual(stored.items);
});
