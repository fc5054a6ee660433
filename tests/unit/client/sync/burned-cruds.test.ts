import { ERASED_NAME, type Activity, type EventData, type Profile } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createUpdatesFixture, cursorAt } from './create-updates-fixture.ts';
import { createActivity, createCrud, odalys, teo, uuidOf } from './sample-events.ts';

const profile: Profile = { ...odalys, bio: '', cruds_count: 5 };
const reply = (number: number, parent: number | null, more: Partial<Activity> = {}) =>
  createActivity(number, { reply_to_activity_uuid: parent === null ? null : uuidOf(parent), ...more });
const noticeOf = (item: Activity, actor = odalys) => ({ ...item, reason: 'reply', actor, unread: true });

function open() {
  const fixture = createUpdatesFixture();
  const { show, receive, numbers, head, refetched } = fixture;
  return {
    ...fixture,
    burn: (number: number, nested?: EventData<'activity.deleted'>['nested']) =>
      receive({ kind: 'activity.deleted', data: { uuid: uuidOf(number), ...(nested && { nested }) } }),
    /** Shows the profile in two pages. */
    showProfile: (
      first: Activity[],
      second: Activity[],
      last: { next?: null; asOf?: ReturnType<typeof cursorAt> } = {},
    ) =>
      show(
        'profile',
        { head: profile, items: first, next: 'more' },
        { head: profile, items: second, next: 'more', ...last },
      ),
    state: () => [numbers('profile'), (head('profile') as Profile).cruds_count, refetched],
  };
}

test('a profile loses a burned crud on any page, and counts one less, unless it was read after the burning', () => {
  const { burn, show, showProfile, state } = open();
  showProfile([createActivity(9), createActivity(8)], [createActivity(7)]);
  burn(7);
  expect(state()).toEqual([[9, 8], 4, []]);
  burn(9);
  expect(state()).toEqual([[8], 3, []]);
  const items = [createActivity(9), createActivity(7)];
  show('profile', { head: profile, items, next: 'more', asOf: cursorAt(3) });
  burn(7);
  expect(state()).toEqual([[9, 7], 5, []]);
});

test('a profile counts a reposted crud once, and neither replies nor other users’ cruds', () => {
  const { burn, showProfile, state } = open();
  const reposted_by = odalys;
  const reposts = [
    createActivity(9, { reposted_by }),
    createActivity(6, { ...teo, reposted_by }),
    reply(5, 1, { reposted_by }),
  ];
  showProfile(reposts, [createActivity(9)]);
  burn(6);
  burn(5);
  expect(state()).toEqual([[9, 9], 5, []]);
  burn(9);
  expect(state()).toEqual([[], 4, []]);
});

test('a profile is not refetched for another user’s crud, or when all cruds are loaded', () => {
  const { receive, show, burn, showProfile, state } = open();
  receive({ kind: 'activity.created', data: createCrud(50, teo) });
  show('home', { items: [createActivity(51, teo)] });
  showProfile([createActivity(9)], [createActivity(7)]);
  burn(50);
  burn(51);
  expect(state()).toEqual([[9, 7], 5, []]);
  showProfile([createActivity(9)], [createActivity(7)], { next: null });
  burn(52);
  expect(state()).toEqual([[9, 7], 5, []]);
});

test('a profile is refetched when only the server can know whether the crud counted', () => {
  const { burn, showProfile, refetched } = open();
  showProfile([createActivity(9)], [createActivity(7)]);
  burn(50);
  expect(new Set(refetched)).toEqual(new Set(['profile']));
  refetched.length = 0;
  // The last page came after the burning, so it may have contained the burned crud before.
  showProfile([createActivity(9)], [createActivity(7)], { next: null, asOf: cursorAt(2) });
  expect(refetched).toEqual([]);
  burn(51);
  expect(refetched).toEqual(['profile']);
});

test('the replies to a burned crud, which have no events of their own, leave every list, however deep they are', () => {
  const { show, burn, numbers, refetched } = open();
  const thread = [reply(2, 1), reply(3, 2), reply(4, 3), reply(5, 9), reply(6, null)];
  show('notifications', { items: thread.map((item) => noticeOf(item)) });
  burn(1, [uuidOf(2), uuidOf(3)]);
  expect(numbers('notifications')).toEqual([5, 6]);
  expect(refetched).toEqual([]);
});

test('replies burn on their own open page, together with their replies', () => {
  const { show, burn, numbers, head } = open();
  show('post', { head: reply(2, 1, { replies_count: 1 }), items: [reply(3, 2)] });
  burn(1, [uuidOf(2)]);
  expect(head('post')).toMatchObject({ message: '' });
  expect(numbers('post')).toEqual([]);
});

test('replies are refetched where they are too many to name, and only where replies are shown', () => {
  const { show, burn, numbers, refetched } = open();
  show('notifications', { items: [noticeOf(reply(6, null)), noticeOf(reply(2, 1))] });
  show('search', { items: [reply(4, 3), reply(7, null)] });
  burn(1, 'too many');
  expect(numbers('notifications')).toEqual([6]);
  expect(refetched).toEqual(['search']);
  // Replies without replies of their own need no name.
  show('search', { items: [reply(1, null), reply(2, 1), reply(5, 9)] });
  burn(1);
  expect(numbers('search')).toEqual([5]);
  expect(refetched).toEqual(['search']);
});

const renamed = { kind: 'profile.updated', data: { ...profile, display_name: ERASED_NAME } } as const;

test('a deleted user’s cruds leave every list by one event, and the replies to them by a refetch', () => {
  const { show, receive, numbers, refetched } = open();
  show('home', { items: [reply(1, null), reply(2, null, teo)] });
  show('search', { items: [reply(5, 4, teo)] });
  show('post', { head: reply(7, null, teo), items: [reply(8, 7), reply(9, 7, teo)] });
  receive({ ...renamed, data: { ...renamed.data, erased: true } });
  expect([numbers('home'), numbers('post')]).toEqual([[2], [9]]);
  expect(refetched).toEqual(['search']);
});

test('the deleted user’s open profile is refetched, and no other one', () => {
  const { show, receive, refetched } = open();
  show('profile', { head: { ...profile, ...teo } });
  receive(renamed);
  expect(refetched).toEqual([]);
  show('profile', { head: profile });
  receive(renamed);
  expect(refetched).toEqual(['profile']);
});

test('lists lose the cruds of a suspended author at once, and are fetched again after the suspension', () => {
  const { show, receive, items, numbers, refetched } = open();
  const data = { cognito_user_uuid: odalys.cognito_user_uuid };
  const other = createActivity(2, teo);
  show('home', { items: [other, createActivity(1)] });
  show('notifications', { items: [noticeOf(other, odalys), noticeOf(other, teo)] });
  show('post', { head: other, items: [createActivity(1), other] });
  show('conversations', {});
  receive({ kind: 'person.hidden', data });
  expect([numbers('home'), numbers('post')]).toEqual([[2], [2]]);
  expect(items('notifications')).toMatchObject([{ actor: teo }]);
  expect(refetched).toEqual([]);
  receive({ kind: 'person.shown', data });
  expect(refetched).toEqual(['home', 'notifications', 'post']);
});

test('a suspended author’s own page has no cruds, and each of their cruds on its page has ended', () => {
  const { show, receive, head, items } = open();
  const crud = createActivity(1);
  show('profile', { head: profile, items: [crud] });
  show('post', { head: crud, items: [createActivity(2, teo)] });
  receive({ kind: 'person.hidden', data: { cognito_user_uuid: odalys.cognito_user_uuid } });
  expect([items('profile'), head('profile')]).toEqual([[], { ...profile, cruds_count: 0 }]);
  expect(head('post')).toMatchObject({ message: '', expires_at: crud.created_at });
});
