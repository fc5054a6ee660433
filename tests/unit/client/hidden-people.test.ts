import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { MePage } from '../../../client/src/api/pages.ts';
import { applyBlockState, hidePeople } from '../../../client/src/cache/hidden-people.ts';
import { queryKeys } from '../../../client/src/cache/query-keys.ts';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createCrud, createEvent, uuidOf } from './sample-events.ts';

const author = uuidOf(800);
const asOf = { public: { seq: 0, tag: '0' }, me: { seq: 0, tag: '0' } };
const marks = { liked: false, reposted: false };
const theirs = { ...createCrud(1), ...marks };
const others = { ...createCrud(2, { cognito_user_uuid: uuidOf(801), handle: 'other' }), ...marks };
const state = { cognito_user_uuid: author, hidden: true, blocked: true };

function createFixture() {
  const client = new QueryClient();
  const fixture = createUpdatesFixture();
  const { cacheUpdates } = hidePeople(client, fixture.cacheUpdates);
  const setMe = (subs: string[]) =>
    client.query({
      queryKey: queryKeys.me,
      queryFn: () => ({ head: { hidden: subs }, items: [], next: null, asOf }) as unknown as MePage,
    });
  const readMe = () => client.getQueryData<MePage>(queryKeys.me)?.head;
  return { client, fixture, cacheUpdates, setMe, readMe };
}

test('[BLOCK-10] the lists lose the cruds of a person who becomes hidden, ignore new ones, and are fetched again after the block', async () => {
  const { fixture, cacheUpdates, setMe, readMe } = createFixture();
  await setMe([]);
  fixture.addFetched('home', { head: null, items: [others, theirs], next: null, asOf });
  cacheUpdates.applyEvent({ stream: 'me', event: createEvent(1, { kind: 'block.changed', data: state }) });
  expect(fixture.items('home')).toEqual([others]);
  expect(readMe()).toMatchObject({ hidden: [author], blocked: [author] });
  const creation = { kind: 'activity.created' as const };
  cacheUpdates.applyEvent({ stream: 'public', event: createEvent(1, { ...creation, data: createCrud(3) }) });
  const seen = createCrud(4, { cognito_user_uuid: uuidOf(801) });
  cacheUpdates.applyEvent({ stream: 'public', event: createEvent(2, { ...creation, data: seen }) });
  expect(fixture.items('home')).toEqual([{ ...seen, ...marks }, others]);
  const ended = { ...state, hidden: false, blocked: false };
  cacheUpdates.applyEvent({ stream: 'me', event: createEvent(2, { kind: 'block.changed', data: ended }) });
  expect(readMe()).toMatchObject({ hidden: [], blocked: [] });
  expect(fixture.refetched).toEqual(['home']);
});

test('[BLOCK-10] cruds that arrived before the first answer of the account are fetched again with it', async () => {
  const { client, setMe } = createFixture();
  const page = { head: null, items: [theirs], next: null, asOf };
  client.setQueryData(queryKeys.home, { pages: [page], pageParams: [null] });
  client.setQueryData(queryKeys.notifications, { pages: [{ ...page, items: [others] }], pageParams: [null] });
  await setMe([author]);
  const isInvalidated = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;
  expect([isInvalidated(queryKeys.home), isInvalidated(queryKeys.notifications)]).toEqual([true, false]);
});

test('[BLOCK-10] an answer makes the lists stale, but not the history of conversations', async () => {
  const { client, setMe } = createFixture();
  await setMe([]);
  for (const key of [queryKeys.home, queryKeys.messages('g'), queryKeys.suggested])
    client.setQueryData(key, {});
  applyBlockState(client, state);
  const stale = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map(({ queryKey: [kind] }) => kind);
  expect(stale.sort()).toEqual(['home', 'me', 'suggested']);
});
