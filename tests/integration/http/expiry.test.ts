import { LIFETIME_MS } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { createClient } from '../../support/clients.ts';

const MINUTE = 60_000;
const SECRET = 'zweiundvierzig';

describe('expiry', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let crud: string;
  let reply: string;
  let now = 0;

  /** The clock passes the expiry of access tokens, so users sign in again. */
  const advance = async (ms: number) => {
    await app.advance(ms);
    now += ms;
    ann = { ...ann, ...createClient(app.url, (await signIn(app.url, ann)).accessToken) };
    bob = { ...bob, ...createClient(app.url, (await signIn(app.url, bob)).accessToken) };
  };

  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp(), await app.signUp()];
    const message = `${SECRET} #burning @${bob.handle}`;
    crud = (await ann.callOk('createActivity', { body: { message, ttl: '1-hour' } })).uuid;
    const body = { activity_uuid: crud, message: `${SECRET} too` };
    reply = (await bob.callOk('createReply', { params: { activity_uuid: crud }, body })).uuid;
    await bob.callOk('like', { params: { activity_uuid: crud } });
    await bob.callOk('repost', { params: { activity_uuid: crud } });
    await advance(59 * MINUTE);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('[EXPIRY-1] a crud is served until the end of its lifetime', async () => {
    expect(JSON.stringify(await ann.callOk('homeFeed'))).toContain(SECRET);
    expect((await ann.callOk('profilePage', { params: ann })).profile.cruds_count).toBe(1);
  });

  it('[EXPIRY-2] after its lifetime a crud is in no answer of any call, and its own page is a 410', async () => {
    await advance(2 * MINUTE);
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
      const page = await app.visitor.call('singlePost', { params: { handle, activity_uuid: uuid } });
      expect([page.status, page.body]).toEqual([410, ['activity_expired']]);
    }
  });

  it('[EXPIRY-3] every action on an expired crud is a 410', async () => {
    const params = { activity_uuid: crud };
    const answers = [
      await bob.call('createReply', { params, body: { activity_uuid: crud, message: 'x' } }),
      await bob.call('like', { params }),
      await bob.call('unlike', { params }),
      await bob.call('repost', { params }),
      await bob.call('unrepost', { params }),
      await ann.call('burnActivity', { params }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([410, ['activity_expired']]);
  });

  it('[EXPIRY-4] after the purge no row of any table contains the text, and the page is still a 410', async () => {
    expect(await purgeExpired(app.store.db, new Date(Date.now() + now))).toBe(2);
    const tables = await app.store.db.introspection.getTables();
    for (const { name } of tables) {
      const rows = await app.store.db
        .selectFrom(name as 'activities')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows), name).not.toContain(SECRET);
    }
    const params = { handle: ann.handle, activity_uuid: crud };
    expect((await app.visitor.call('singlePost', { params })).status).toBe(410);
    const { streams } = (await ann.callOk('sync', { query: { public: '0.0' } })) as {
      streams: { public: { events: { seq: number; kind: string }[] } };
    };
    expect(streams.public.events.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'void'],
      [2, 'void'],
    ]);
  });

  it('[EXPIRY-5] a crud with a longer lifetime is still served after one with a shorter lifetime has expired', async () => {
    const month = await ann.callOk('createActivity', { body: { message: 'a month', ttl: '30-days' } });
    await advance(LIFETIME_MS['30-days'] - MINUTE);
    expect(await ann.callOk('homeFeed')).toContainEqual(month);
  });
});
