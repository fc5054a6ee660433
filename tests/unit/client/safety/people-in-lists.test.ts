import type { Activity, EventData, Mute } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { MePage } from '../../../../client/src/base/http/pages.ts';
import {
  applyBlockState,
  BLOCKED_KEY,
  hidePeople,
  readBlockState,
  showBlock,
} from '../../../../client/src/sync/cache/hidden-people.ts';
import { queryKeys } from '../../../../client/src/sync/cache/query-keys.ts';
import { createActiveMutes, endsOf, lastingAfter } from '../../../../client/src/safety/mute-keeper.ts';
import { toSubject } from '../../../../client/src/safety/use-mute.ts';
import { createUpdatesFixture } from '../sync/create-updates-fixture.ts';
import { createActivity, createEvent, odalys, teo, uuidOf, viewer } from '../sync/sample-events.ts';

const author = odalys.cognito_user_uuid;
const [theirs, others] = [createActivity(1), createActivity(2, teo)];
const blocked = { cognito_user_uuid: author, hidden: true, blocked: true };

function openHiding() {
  const client = new QueryClient();
  const { filter, onApplied } = hidePeople(client);
  const fixture = createUpdatesFixture(0, { viewerFilters: [filter], onApplied });
  const setMe = (hidden: string[]) => {
    const me = { head: { hidden }, items: [], next: null, asOf: null } as unknown as MePage;
    return client.query({ queryKey: queryKeys.me, queryFn: () => me });
  };
  const readMe = () => client.getQueryData<MePage>(queryKeys.me)?.head;
  const isStale = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;
  return { ...fixture, client, setMe, readMe, isStale };
}

test('the lists lose the cruds of a person who becomes hidden, ignore new ones, and are fetched again after the block', async () => {
  const { cacheUpdates, show, numbers, refetched, setMe, readMe } = openHiding();
  const change = (seq: number, data: EventData<'block.changed'>) =>
    cacheUpdates.applyEvent({ stream: 'me', event: createEvent(seq, { kind: 'block.changed', data }) });
  const light = (seq: number, crud: typeof theirs) =>
    cacheUpdates.applyEvent({
      stream: 'public',
      event: createEvent(seq, { kind: 'activity.created', data: crud }),
    });
  await setMe([]);
  show('home', { items: [others, theirs] });
  change(1, blocked);
  expect(numbers('home')).toEqual([2]);
  expect(readMe()).toMatchObject({ hidden: [author], blocked: [author] });
  light(1, createActivity(3));
  light(2, createActivity(4, teo));
  expect(numbers('home')).toEqual([4, 2]);
  change(2, { ...blocked, hidden: false, blocked: false });
  expect(readMe()).toMatchObject({ hidden: [], blocked: [] });
  expect(refetched).toEqual(['home']);
});

test('[BLOCK-1] a block is shown before its answer: lists lose the person, and the account names them, until it is taken back', async () => {
  const { client, setMe, readMe, isStale } = openHiding();
  const list = (items: unknown[]) => ({ pages: [{ head: null, items }], pageParams: [null] });
  await setMe([]);
  client.setQueryData(queryKeys.home, list([others, theirs]));
  client.setQueryData(queryKeys.notifications, list([{ ...others, actor: odalys }, others]));
  client.setQueryData(BLOCKED_KEY, [odalys]);
  showBlock(client, blocked);
  expect(readMe()).toMatchObject({ hidden: [author], blocked: [author] });
  for (const key of [queryKeys.home, queryKeys.notifications]) {
    expect(client.getQueryData(key)).toEqual(list([others]));
    expect(isStale(key)).toBe(false);
  }
  expect(readBlockState(client, author)).toEqual(blocked);
  // The other one may block too.
  showBlock(client, { ...blocked, blocked: false });
  expect(readBlockState(client, author)).toEqual({ ...blocked, blocked: false });
  expect(client.getQueryData(BLOCKED_KEY)).toEqual([]);
});

test('cruds that arrived before the first answer of the account are fetched again with it', async () => {
  const { client, setMe, isStale } = openHiding();
  const store = (key: readonly string[], item: Activity) =>
    client.setQueryData(key, { pages: [{ head: null, items: [item] }], pageParams: [null] });
  store(queryKeys.home, theirs);
  store(queryKeys.notifications, others);
  await setMe([author]);
  expect([queryKeys.home, queryKeys.notifications].map(isStale)).toEqual([true, false]);
});

test('an answer makes the lists stale, but not the history of conversations', async () => {
  const { client, setMe, isStale } = openHiding();
  await setMe([]);
  const keys = [queryKeys.home, queryKeys.messages('g'), queryKeys.suggested];
  for (const key of keys) client.setQueryData(key, {});
  applyBlockState(client, blocked);
  expect([queryKeys.me, ...keys].map(isStale)).toEqual([true, true, false, true]);
});

const crudOf = (message: string, by = author) => createActivity(1, { message, cognito_user_uuid: by });
const createMute = (kind: Mute['kind'], value: string, until: string | null = null): Mute => ({
  ...{ uuid: uuidOf(value.length + 900), kind, value, until },
});
const active = (...mutes: Mute[]) => createActiveMutes(viewer.cognito_id, mutes);

test('a crud is muted by its author, a word or a hashtag, and the reason is named', () => {
  const person = active(createMute('person', author));
  expect(person.reasonFor(crudOf('anything'))).toBe('@odalys');
  expect(person.reasonFor(crudOf('anything', teo.cognito_user_uuid))).toBeNull();
  expect(person.muteOfPerson(author)?.kind).toBe('person');
  const words = active(createMute('word', 'Café'), createMute('hashtag', 'CloudProject'));
  const reasonFor = (message: string) => words.reasonFor(crudOf(message));
  expect(reasonFor('The CAFE burns')).toBe('Café');
  expect(reasonFor('On #cloudproject today')).toBe('#CloudProject');
  const unmuted = ['CloudProject without the sign', '#CloudProjects are others', 'cafes'];
  expect(unmuted.map(reasonFor)).toEqual([null, null, null]);
});

test('the viewer’s own cruds are never muted, and a changed text is matched again', () => {
  const mutes = active(createMute('word', 'spoiler'));
  expect(mutes.reasonFor(crudOf('my spoiler', viewer.cognito_id))).toBeNull();
  expect(mutes.reasonFor(crudOf('a spoiler'))).toBe('spoiler');
  expect(mutes.reasonFor(crudOf(''))).toBeNull();
});

test('each mute ends in its millisecond, and one without an end stays', () => {
  const first = '2026-01-01T01:00:00.000Z';
  const second = '2026-01-02T00:00:00.000Z';
  const mutes = [
    createMute('word', 'later', second),
    createMute('word', 'stays'),
    createMute('hashtag', 'soon', first),
  ];
  expect(endsOf(mutes)).toEqual([Date.parse(first), Date.parse(second)]);
  const valuesAfter = (lastEnd: number) => lastingAfter(mutes, lastEnd).map(({ value }) => value);
  expect(valuesAfter(-Infinity)).toEqual(['later', 'stays', 'soon']);
  expect(valuesAfter(Date.parse(first) - 1)).toEqual(['later', 'stays', 'soon']);
  expect(valuesAfter(Date.parse(first))).toEqual(['later', 'stays']);
  expect(valuesAfter(Date.parse(second))).toEqual(['stays']);
});

test('what is typed with the sign of a hashtag is one, anything else is a word', () => {
  expect(toSubject(' #AWS ')).toEqual({ kind: 'hashtag', value: 'AWS' });
  expect(toSubject(' two words ')).toEqual({ kind: 'word', value: 'two words' });
});

test('a tab adds, changes and removes a mute with its event, without a fetch', () => {
  const { show, receive, head, refetched } = createUpdatesFixture();
  show('me', { head: { cognito_user_uuid: viewer.cognito_id } });
  const [word, hashtag] = [createMute('word', 'spoiler'), createMute('hashtag', 'aws')];
  const later = { ...word, until: '2026-01-01T00:00:00.000Z' };
  const mutesAfter = (uuid: string, mute: Mute | null) => {
    receive({ kind: 'mute.changed', data: { uuid, mute } }, 'me');
    return (head('me') as { mutes: Mute[] }).mutes;
  };
  expect(mutesAfter(word.uuid, word)).toEqual([word]);
  expect(mutesAfter(hashtag.uuid, hashtag)).toEqual([hashtag, word]);
  expect(mutesAfter(word.uuid, later)).toEqual([later, hashtag]);
  expect(mutesAfter(word.uuid, null)).toEqual([hashtag]);
  expect(mutesAfter(uuidOf(990), null)).toEqual([hashtag]);
  expect(refetched).toEqual([]);
});
