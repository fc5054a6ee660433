import { expect, test } from 'vitest';
import { createUpdatesFixture } from './create-updates-fixture.ts';
import { createCrud, createEvent, uuidOf } from './sample-events.ts';

const author = uuidOf(800);
const asOf = { public: { seq: 0, tag: '0' }, me: { seq: 0, tag: '0' } };
const marks = { liked: false, reposted: false };
const others = { ...createCrud(2, { cognito_user_uuid: uuidOf(801), handle: 'other' }), ...marks };
const theirs = { ...createCrud(1), ...marks };
const hidden = createEvent(1, { kind: 'person.hidden', data: { cognito_user_uuid: author } });
const shown = createEvent(2, { kind: 'person.shown', data: { cognito_user_uuid: author } });

test('[SUSPEND-5] lists lose the cruds of a suspended author at once, and are fetched again after the suspension', () => {
  const fixture = createUpdatesFixture();
  const page = { items: [others, theirs], next: null, asOf };
  fixture.addFetched('home', { ...page, head: null });
  fixture.addFetched('notifications', {
    ...page,
    items: [
      { ...others, reason: 'like', actor: createCrud(1), unread: true },
      { ...others, reason: 'like', actor: others, unread: true },
    ],
    head: null,
  });
  fixture.addFetched('post', { ...page, items: [theirs, others], head: others });
  fixture.addFetched('conversations', { head: null, items: [], next: null, asOf });
  fixture.receive(hidden);
  expect(fixture.items('home')).toEqual([others]);
  expect(fixture.items('notifications')).toMatchObject([{ actor: others }]);
  expect(fixture.items('post')).toEqual([others]);
  expect(fixture.refetched).toEqual([]);
  fixture.receive(shown);
  expect(fixture.refetched).toEqual(['home', 'notifications', 'post']);
});

test('[SUSPEND-5] a suspended author’s own page has no cruds, and each of their cruds on its page has ended', () => {
  const fixture = createUpdatesFixture();
  const profile = { handle: 'odalys', display_name: 'Odalys', cognito_user_uuid: author, avatar_version: 0 };
  const head = { ...profile, bio: '', cruds_count: 1 };
  fixture.addFetched('profile', { head, items: [theirs], next: null, asOf });
  fixture.addFetched('post', { head: theirs, items: [others], next: null, asOf });
  fixture.receive(hidden);
  expect([fixture.items('profile'), fixture.head('profile')]).toEqual([[], { ...head, cruds_count: 0 }]);
  expect(fixture.head('post')).toMatchObject({ message: '', expires_at: theirs.created_at });
});
