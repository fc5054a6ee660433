import { randomUUID } from 'node:crypto';
import { LIFETIME_MS, type DirectMessage } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { expiredTextAge } from '../../../server/src/repositories/expired-text-age.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import type { OpenedStore } from '../../../server/src/store/opened-store.ts';
import {
  cursorsOfClosedTab,
  expectRefusal,
  like,
  markRead,
  postCrud,
  readMessages,
  replyTo,
  repost,
  sendIn,
  sendTo,
  unsend,
} from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const MINUTE = 60_000;
const HOUR = LIFETIME_MS['1-hour'];
const SECRET = 'zweiundvierzig';
const SECRET_MESSAGE = 'achtundvierzig';

const tablesWith = async (store: OpenedStore, text: string) =>
  (await dumpTables(store)).flatMap((dumped) => (dumped.text.includes(text) ? dumped.table : []));

describe('a crud around the end of its lifetime', { shuffle: false }, async () => {
  const app = disposeAfterAll(await startTestApp());
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  /** A crud that Bob has answered, liked and reposted, a minute before it expires. */
  const { uuid: crud } = await postCrud(ann, `${SECRET} #burning @${bob.handle}`, '1-hour');
  const { uuid: reply } = await replyTo(bob, crud, `${SECRET} too`);
  await like(bob, crud);
  await repost(bob, crud);
  await app.advance(59 * MINUTE);

  it('[POST-2] a crud is served until the end of its lifetime', async () => {
    expect(JSON.stringify(await ann.callOk('homeFeed'))).toContain(SECRET);
    expect((await ann.callOk('profilePage', { params: ann })).profile.cruds_count).toBe(1);
  });

  it('[EXPIRY-2] after its lifetime a crud is in no answer of any call, and its own page is a 410', async () => {
    await app.advance(2 * MINUTE);
    const cursors = { public: '0.0', me: '0.0' };
    const answers = [
      await ann.callOk('homeFeed'),
      await ann.callOk('profilePage', { params: ann }),
      await ann.callOk('profilePage', { params: bob }),
      await app.visitor.callOk('profilePage', { params: ann }),
      await ann.callOk('notifications'),
      await bob.callOk('notifications'),
      await ann.callOk('search', { query: { term: SECRET } }),
      await ann.callOk('search', { query: { term: '#burning' } }),
      await ann.callOk('sync', { query: cursors }),
      await bob.callOk('sync', { query: cursors }),
      await ann.callOk('suggestedUsers'),
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      expect(JSON.stringify(answer)).not.toContain('"hashtag":"burning"');
    }
    expect((await ann.callOk('profilePage', { params: ann })).profile.cruds_count).toBe(0);
    expect((await bob.callOk('me')).unread.notifications).toBe(0);
    for (const [handle, uuid] of [
      [ann.handle, crud],
      [bob.handle, reply],
    ] as const) {
      const page = app.visitor.call('singlePost', { params: { handle, activity_uuid: uuid } });
      await expectRefusal(page, 410, 'activity_expired');
    }
  });

  it('[EXPIRY-3] every action on an expired crud is a 410', async () => {
    const params = { activity_uuid: crud };
    for (const answer of [
      bob.call('createReply', { params, body: { activity_uuid: crud, message: 'x' } }),
      bob.call('like', { params }),
      bob.call('unlike', { params }),
      bob.call('repost', { params }),
      bob.call('unrepost', { params }),
      ann.call('burnActivity', { params }),
    ])
      await expectRefusal(answer, 410, 'activity_expired');
  });

  it('[EXPIRY-4] after the purge no row of any table contains the text, and the page is still a 410', async () => {
    expect(await purgeExpired(app.store.db, app.clock.now())).toBe(2);
    expect(await tablesWith(app.store, SECRET)).toEqual([]);
    const params = { handle: ann.handle, activity_uuid: crud };
    await expectRefusal(app.visitor.call('singlePost', { params }), 410, 'activity_expired');
    const { streams } = await ann.callOk('sync', { query: { public: '0.0' } });
    const voids = [1, 2].map((seq) => ({ seq, kind: 'void' }));
    expect(streams.public).toMatchObject({ events: voids });
  });
});

const app = disposeAfterAll(await startTestApp());
const [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];

it('a crud with a longer lifetime is still served after one with a shorter lifetime has expired', async () => {
  const month = await postCrud(ann, 'a month', '30-days');
  await app.advance(LIFETIME_MS['30-days'] - MINUTE);
  expect(await ann.callOk('homeFeed')).toContainEqual(month);
});

/** A new conversation between Ann and a new user. */
async function createConversation() {
  const other = await app.signUp();
  const first = await sendTo(ann, other, 'stays');
  const group = first.message_group_uuid ?? '';
  const params = { message_group_uuid: group };
  return {
    other,
    group,
    params,
    set: (lifetime: string, by = ann) => by.call('setMessageLifetime', { params, body: { lifetime } }),
    send: (message: string, operation: string = randomUUID()) =>
      ann.callOk('sendMessage', { body: { message_group_uuid: group, message }, operation }),
    listed: async (by: TestPerson) => (await by.callOk('messageGroups')).find(({ uuid }) => uuid === group),
    texts: async (by: TestPerson) => (await readMessages(by, group)).map(({ message }) => message),
  };
}
const lasts = ({ created_at, expires_at = '' }: DirectMessage) =>
  Date.parse(expires_at) - Date.parse(created_at);

it('[LIFETIME-1] the lifetime of a conversation is changed by either member, for both, and announced once to all their tabs', async () => {
  const { other, group, params, set } = await createConversation();
  using tab = await connectSocket(app.url, { token: other.accessToken });
  const never = { message_group_uuid: group, lifetime: 'off', changed_by: null, changed_at: null };
  expect(await other.callOk('messageLifetime', { params })).toEqual(never);
  const { body } = await set('1-hour');
  expect(body).toMatchObject({ message_group_uuid: group, lifetime: '1-hour', changed_by: ann.handle });
  expect(await other.callOk('messageLifetime', { params })).toEqual(body);
  const { data } = await tab.waitForEvent('lifetime.changed');
  expect(data).toEqual(body);
  expect((await set('1-hour', other)).body).toEqual(body);
  expect((await set('off', other)).body).toMatchObject({ lifetime: 'off', changed_by: other.handle });
  await tab.waitForEvent('lifetime.changed', (event) => event.data.lifetime === 'off');
  expect(tab.applied.me.filter(({ kind }) => kind === 'lifetime.changed')).toHaveLength(2);
});

it('[LIFETIME-1] it is that of its members only, and one of five', async () => {
  const { params, set } = await createConversation();
  for (const body of [{ lifetime: '3-days' }, { lifetime: '' }, {}]) {
    await expectRefusal(ann.call('setMessageLifetime', { params, body }), 422, 'lifetime_invalid');
  }
  for (const answer of [
    set('1-hour', eve),
    eve.call('messageLifetime', { params }),
    ann.call('messageLifetime', { params: { message_group_uuid: 'no-uuid' } }),
  ])
    await expectRefusal(answer, 404, 'message_group_not_found');
});

it('[LIFETIME-3] it applies to later messages, to the millisecond, and a change keeps the expiry of earlier ones', async () => {
  const { other, group, set, send } = await createConversation();
  using tab = await connectSocket(app.url, { token: other.accessToken });
  const kept = await send('kept');
  await set('1-hour');
  const hour = await send('an hour');
  await set('30-days', other);
  const month = await send('a month');
  await set('off');
  const last = await send('kept too');
  expect([kept, last].map(({ expires_at }) => expires_at)).toEqual([undefined, undefined]);
  expect([lasts(hour), lasts(month)]).toEqual([HOUR, LIFETIME_MS['30-days']]);
  const { data } = await tab.waitForEvent('message.created', (event) => event.data.uuid === hour.uuid);
  expect(data.expires_at).toBe(hour.expires_at);
  expect((await readMessages(other, group)).slice(1)).toEqual([kept, hour, month, last]);
});

it('[LIFETIME-4] no expired message is in any answer, count or event, before and after the purge', async () => {
  const { other, group, set, send, listed, texts } = await createConversation();
  const cursors = await cursorsOfClosedTab(other);
  await set('1-hour');
  const gone = await send(SECRET_MESSAGE, 'to-disappear');
  expect(await listed(other)).toMatchObject({
    message: SECRET_MESSAGE,
    unread: 2,
    unread_until: gone.expires_at,
  });
  expect((await other.callOk('me')).unread).toMatchObject({ messages: 2, messages_until: gone.expires_at });
  await app.advance(HOUR);
  const now = app.clock.now();

  const check = async () => {
    for (const member of [ann, other]) {
      expect(await texts(member)).toEqual(['stays']);
      const group = await listed(member);
      expect(group?.message).toBe('stays');
      expect(group).not.toHaveProperty('expires_at');
    }
    expect(await listed(other)).toMatchObject({ unread: 1 });
    expect((await other.callOk('me')).unread).toEqual({ notifications: 0, messages: 1 });
    using back = await connectSocket(app.url, { token: other.accessToken, cursors });
    await back.waitForEvent('void');
    const { streams } = await other.callOk('sync', { query: { me: cursors.me } });
    expect(JSON.stringify([back.applied.me, streams.me])).not.toContain(SECRET_MESSAGE);
    const body = { message_group_uuid: group, message: SECRET_MESSAGE };
    const repeat = ann.call('sendMessage', { body, operation: 'to-disappear' });
    await expectRefusal(repeat, 410, 'message_expired');
  };
  await check();
  await expectRefusal(unsend(ann, gone.uuid), 410, 'message_expired');
  expect(await expiredTextAge(app.store.db, new Date(now.getTime() + HOUR))).toBeGreaterThan(0);

  await purgeExpired(app.store.db, now);
  expect(await tablesWith(app.store, SECRET_MESSAGE)).toEqual([]);
  await check();
  expect(await markRead(other, group, gone.uuid)).toMatchObject({ unread: 1 });
});

it('a conversation stays in the list without a preview when all its messages have disappeared', async () => {
  const { message_group_uuid: uuid = '' } = await sendTo(eve, bob);
  const params = { message_group_uuid: uuid };
  await eve.callOk('setMessageLifetime', { params, body: { lifetime: '1-hour' } });
  await app.store.db.deleteFrom('messages').where('message_group', '=', uuid).execute();
  const empty = { uuid, message: '', own: false, unread: 0, read_uuid: null };
  expect((await bob.callOk('messageGroups')).find((group) => group.uuid === uuid)).toMatchObject(empty);
  expect(await markRead(bob, uuid, uuid)).toEqual({ ...params, read_uuid: null, unread: 0 });
  expect(lasts(await sendIn(bob, uuid, 'again'))).toBe(HOUR);
  expect((await eve.callOk('messageGroups'))[0]).toMatchObject({ message: 'again', unread: 1 });
});

it('messages are erased with a member, and the other one keeps theirs until they disappear', async () => {
  const { other, set, send, texts } = await createConversation();
  await set('1-day');
  await send('of Ann');
  await sendTo(other, ann, `${SECRET_MESSAGE} of the other`);
  await other.callOk('deleteAccount');
  expect(await texts(ann)).toEqual(['stays', 'of Ann']);
  await app.advance(LIFETIME_MS['1-day']);
  await purgeExpired(app.store.db, app.clock.now());
  expect(await texts(ann)).toEqual(['stays']);
});
