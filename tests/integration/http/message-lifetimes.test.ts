import { LIFETIME_MS, type DirectMessage } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expiredTextAge } from '../../../server/src/repositories/expired-text-age.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const HOUR = LIFETIME_MS['1-hour'];
const SECRET = 'achtundvierzig';

describe('a conversation with a lifetime', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let eve: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** A new conversation between Ann and a new user. */
  async function createConversation() {
    const other = await app.signUp();
    const first = await ann.callOk('sendMessage', { body: { handle: other.handle, message: 'stays' } });
    const group = first.message_group_uuid ?? '';
    const params = { message_group_uuid: group };
    return {
      other,
      group,
      params,
      set: (lifetime: string, by = ann) => by.call('setMessageLifetime', { params, body: { lifetime } }),
      send: (message: string, operation?: string) =>
        ann.callOk('sendMessage', {
          body: { message_group_uuid: group, message },
          ...(operation !== undefined && { operation }),
        }),
      listed: async (by: TestPerson) => (await by.callOk('messageGroups')).find(({ uuid }) => uuid === group),
      texts: async (by: TestPerson) =>
        (await by.callOk('messages', { params })).map(({ message }: DirectMessage) => message),
    };
  }

  const lasts = ({ created_at, expires_at = '' }: DirectMessage) =>
    Date.parse(expires_at) - Date.parse(created_at);

  it('[LIFETIME-1] is changed by either member, for both, and announced once to all their tabs', async () => {
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

  it('[LIFETIME-2] is that of its members only, and one of five', async () => {
    const { params, set } = await createConversation();
    for (const body of [{ lifetime: '3-days' }, { lifetime: '' }, {}]) {
      const answer = await ann.call('setMessageLifetime', { params, body });
      expect([answer.status, answer.body]).toEqual([422, ['lifetime_invalid']]);
    }
    for (const answer of [
      await set('1-hour', eve),
      await eve.call('messageLifetime', { params }),
      await ann.call('messageLifetime', { params: { message_group_uuid: 'no-uuid' } }),
    ])
      expect([answer.status, answer.body]).toEqual([404, ['message_group_not_found']]);
  });

  it('[LIFETIME-3] applies to later messages, to the millisecond, and a change keeps the expiry of earlier ones', async () => {
    const { other, params, set, send } = await createConversation();
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
    const messages = await other.callOk('messages', { params });
    expect(messages.slice(1)).toEqual([kept, hour, month, last]);
  });

  it('[LIFETIME-4] shows no expired message in any answer, count or event, before and after the purge', async () => {
    const { other, group, params, set, send, listed, texts } = await createConversation();
    const away = await connectSocket(app.url, { token: other.accessToken });
    const cursors = away.cursors();
    away[Symbol.dispose]();
    await set('1-hour');
    const gone = await send(SECRET, 'to-disappear');
    expect(await listed(other)).toMatchObject({ message: SECRET, unread: 2, unread_until: gone.expires_at });
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
      expect(JSON.stringify([back.applied.me, streams.me])).not.toContain(SECRET);
      const repeat = await ann.call('sendMessage', {
        body: { message_group_uuid: group, message: SECRET },
        operation: 'to-disappear',
      });
      expect([repeat.status, repeat.body]).toEqual([410, ['message_expired']]);
    };
    await check();
    const late = await ann.call('unsendMessage', { params: { message_uuid: gone.uuid } });
    expect([late.status, late.body]).toEqual([410, ['message_expired']]);
    expect(await expiredTextAge(app.store.db, new Date(now.getTime() + HOUR))).toBeGreaterThan(0);

    await purgeExpired(app.store.db, now);
    const dumped = await dumpTables(app.store);
    expect(dumped.filter(({ text }) => text.includes(SECRET))).toEqual([]);
    await check();
    const read = await other.callOk('markMessagesRead', { params, body: { uuid: gone.uuid } });
    expect(read).toMatchObject({ unread: 1 });
  });

  it('[LIFETIME-5] stays in the list without a preview when all its messages have disappeared', async () => {
    const body = { handle: bob.handle, message: 'first' };
    const { message_group_uuid: uuid = '' } = await eve.callOk('sendMessage', { body });
    const params = { message_group_uuid: uuid };
    await eve.callOk('setMessageLifetime', { params, body: { lifetime: '1-hour' } });
    await app.store.db.deleteFrom('messages').where('message_group', '=', uuid).execute();
    const empty = { uuid, message: '', own: false, unread: 0, read_uuid: null };
    expect((await bob.callOk('messageGroups')).find((group) => group.uuid === uuid)).toMatchObject(empty);
    expect(await bob.callOk('markMessagesRead', { params, body: { uuid } })).toEqual({
      message_group_uuid: uuid,
      read_uuid: null,
      unread: 0,
    });
    const sent = await bob.callOk('sendMessage', { body: { ...params, message: 'again' } });
    expect(lasts(sent)).toBe(HOUR);
    expect((await eve.callOk('messageGroups'))[0]).toMatchObject({ message: 'again', unread: 1 });
  });

  it('[LIFETIME-6] is erased with a member, and the other one keeps theirs until they disappear', async () => {
    const { other, set, send, texts } = await createConversation();
    await set('1-day');
    await send('of Ann');
    await other.callOk('sendMessage', { body: { handle: ann.handle, message: `${SECRET} of the other` } });
    await other.callOk('deleteAccount');
    expect(await texts(ann)).toEqual(['stays', 'of Ann']);
    await app.advance(LIFETIME_MS['1-day']);
    await purgeExpired(app.store.db, app.clock.now());
    expect(await texts(ann)).toEqual(['stays']);
  });
});
