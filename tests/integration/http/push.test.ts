import { randomUUID } from 'node:crypto';
import {
  formatCursor,
  ORIGIN,
  parseStreamCursors,
  PUSH_DELAY_MS,
  PUSH_RETENTION_MS,
  PUSH_SUBSCRIPTIONS_MAX,
} from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEndedSubscriptions } from '../../../server/src/repositories/push.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createClient } from '../../support/clients.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { startPushService, type PushService, type TestBrowser } from '../../support/push-service.ts';
import { connectSocket } from '../../support/sockets.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const MARKER = 'quastenflosser';

describe.skipIf(!isUsable('openssl', 'A push service'))('Web Push', () => {
  let app: TestApp;
  let service: PushService;
  let publicKey: string;
  beforeAll(async () => {
    service = await startPushService(() => app.clock.now());
    app = await startTestApp({ pushNetwork: service.network });
    publicKey = (await (await app.signUp()).callOk('pushSettings')).public_key ?? '';
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  async function signUpWithPush(
    choice?: Parameters<TestBrowser['subscription']>[0],
  ): Promise<{ person: TestPerson; browser: TestBrowser }> {
    const person = await app.signUp();
    const browser = service.createBrowser();
    await person.callOk('subscribePush', { body: browser.subscription(choice) });
    return { person, browser };
  }
  const pass = () => app.advance(PUSH_DELAY_MS + 1000);
  const countQueued = async ({ sub }: TestPerson) => {
    const rows = await app.store.db.selectFrom('push_queue').select('id').where('owner', '=', sub).execute();
    return rows.length;
  };
  const untilQueued = (person: TestPerson, count: number) =>
    until(async () => (await countQueued(person)) === count, {
      ...{ what: `${count} notifications are queued`, timeoutMs: 20_000 },
    });
  const untilReceived = (browser: TestBrowser, count = 1) =>
    until(() => browser.received.length >= count, { what: `${count} notifications are received` });
  /** Lets everything that is queued for a person be sent or dropped. */
  async function sendAll(person: TestPerson) {
    await pass();
    await untilQueued(person, 0);
  }
  const write = (from: TestPerson, to: TestPerson, message = 'hi') =>
    from.callOk('sendMessage', { body: { handle: to.handle, message } });
  const post = (by: TestPerson, message: string, ttl: '1-hour' | '7-days' = '7-days') =>
    by.callOk('createActivity', { body: { message, ttl } });
  const subscriptionsOf = async ({ sub }: TestPerson) =>
    (await app.store.db.selectFrom('push_subscriptions').selectAll().where('owner', '=', sub).execute())
      .length;

  it('[PUSH-1] a sign-in subscribes, changes its choice and ends it, and no other sign-in sees it', async () => {
    const ann = await app.signUp();
    const other = createClient(app.url, (await signIn(app.url, ann)).accessToken);
    const browser = service.createBrowser();
    const off = { public_key: publicKey, choice: null };
    expect(await ann.callOk('pushSettings')).toEqual(off);
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const on = await ann.callOk('subscribePush', { body: browser.subscription({ replies: true }) });
    expect(on).toEqual({
      public_key: publicKey,
      choice: { messages: false, replies: true, mentions: false },
    });
    expect(await ann.callOk('pushSettings')).toEqual(on);
    await ann.callOk('subscribePush', { body: browser.subscription({ messages: true }) });
    expect((await ann.callOk('pushSettings')).choice).toEqual({
      ...{ messages: true, replies: false, mentions: false },
    });
    expect(await other.callOk('pushSettings')).toEqual(off);
    expect(await other.callOk('unsubscribePush')).toEqual({ ended: true });
    expect(await (await app.signUp()).callOk('pushSettings')).toEqual(off);
    expect((await ann.callOk('pushSettings')).choice).not.toBeNull();
    expect(await ann.callOk('unsubscribePush')).toEqual({ ended: true });
    expect(await ann.callOk('unsubscribePush')).toEqual({ ended: true });
    expect(await ann.callOk('pushSettings')).toEqual(off);
  });

  it('[PUSH-2] what no browser sends is refused', async () => {
    const ann = await app.signUp();
    const good = service.createBrowser().subscription();
    const { keys, endpoint } = good;
    const bad = [
      ...[
        'http://push.test/a',
        'https://localhost/a',
        'https://127.0.0.1/a',
        'https://[::1]/a',
        'https://10.0.0.1/a',
      ],
      ...[
        'https://user:secret@push.test/a',
        'https://push.test',
        'https://push.test:99999/a',
        'ftp://push.test/a',
      ],
      ...[
        'https://2130706433/a',
        'https://0x7f.1/a',
        `https://push.test/${'x'.repeat(2000)}`,
        'https://push.test/a b',
        '',
      ],
    ].map((address): unknown => ({ ...good, endpoint: address }));
    const badKeys = [
      { ...keys, p256dh: 'B'.repeat(87) },
      { ...keys, auth: 'short' },
      { p256dh: keys.p256dh },
      null,
    ];
    const bodies = [
      ...bad,
      ...badKeys.map((one) => ({ endpoint, keys: one, choice: good.choice })),
      { endpoint, keys },
    ];
    for (const body of bodies) {
      const { status, body: codes } = await ann.send('PUT', '/api/push', { body });
      expect([status, codes], JSON.stringify(body)).toEqual([400, ['generic_400']]);
    }
    expect(await subscriptionsOf(ann)).toBe(0);
  });

  it('[PUSH-2] a browser belongs to the sign-in that subscribed it last, and a person has ten of them', async () => {
    const [ann, bob] = [await app.signUp(), await app.signUp()];
    const browser = service.createBrowser();
    await ann.callOk('subscribePush', { body: browser.subscription() });
    await bob.callOk('subscribePush', { body: browser.subscription() });
    expect([await subscriptionsOf(ann), await subscriptionsOf(bob)]).toEqual([0, 1]);
    await Promise.all(
      [ann, bob, ann, bob].map((person) => person.callOk('subscribePush', { body: browser.subscription() })),
    );
    expect((await subscriptionsOf(ann)) + (await subscriptionsOf(bob))).toBe(1);
    const eve = await app.signUp();
    for (let n = 0; n <= PUSH_SUBSCRIPTIONS_MAX; n += 1) {
      const { accessToken } = await signIn(app.url, eve);
      const client = createClient(app.url, accessToken);
      await client.callOk('subscribePush', { body: service.createBrowser().subscription() });
    }
    expect(await subscriptionsOf(eve)).toBe(PUSH_SUBSCRIPTIONS_MAX);
  });

  it('[PUSH-2] addresses and keys are sealed', async () => {
    const { browser } = await signUpWithPush();
    const dump = JSON.stringify(await dumpTables(app.store));
    for (const secret of [browser.endpoint, browser.keys.auth, browser.keys.p256dh])
      expect(dump).not.toContain(secret);
  });

  it('[PUSH-3] a message, a reply and a mention are each sent once, and likes are not', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const crud = await post(ann, 'hello');
    const params = { activity_uuid: crud.uuid };
    const { message_group_uuid: group = '' } = await write(bob, ann);
    const reply = await bob.callOk('createReply', {
      params,
      body: { activity_uuid: crud.uuid, message: 'yes' },
    });
    const mention = await post(bob, `look @${ann.handle}`);
    await bob.callOk('like', { params });
    await sendAll(ann);
    await untilReceived(browser, 3);
    const seen = browser.received.map(({ payload: { kind, path } }) => `${kind} ${path}`).toSorted();
    expect(seen).toEqual([
      `mentions /@${bob.handle}/status/${mention.uuid}`,
      `messages /messages/${group}`,
      `replies /@${bob.handle}/status/${reply.uuid}`,
    ]);
    // Three of the kinds and the like are unread.
    expect(browser.received.map(({ payload }) => payload.unread)).toEqual([4, 4, 4]);
  });

  it('[PUSH-3] only the chosen kinds are sent, only to their recipient, and to each of the browsers', async () => {
    const { person: ann, browser } = await signUpWithPush({ mentions: true });
    const bob = await app.signUp();
    const second = service.createBrowser();
    const again = createClient(app.url, (await signIn(app.url, ann)).accessToken);
    await again.callOk('subscribePush', { body: second.subscription({ messages: true }) });
    const bobs = service.createBrowser();
    await bob.callOk('subscribePush', { body: bobs.subscription() });
    await write(bob, ann);
    await post(bob, `look @${ann.handle}`);
    await sendAll(ann);
    await untilReceived(browser);
    await untilReceived(second);
    expect(browser.received.map(({ payload }) => payload.kind)).toEqual(['mentions']);
    expect(second.received.map(({ payload }) => payload.kind)).toEqual(['messages']);
    expect(bobs.received).toEqual([]);
  });

  it('[PUSH-3] a burst of one conversation is one notification, of its last message', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    for (const text of ['one', 'two', 'three']) await write(bob, ann, text);
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received.map(({ payload }) => payload.unread)).toEqual([3]);
  });

  it('[PUSH-4] a notification has neither text nor name, and its topic reveals nothing', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp({ name: `Name ${MARKER}` });
    await write(bob, ann, `secret ${MARKER}`);
    await sendAll(ann);
    await untilReceived(browser);
    const [push] = browser.received;
    expect(push?.text).not.toContain(MARKER);
    expect(Object.keys(push?.payload ?? {}).toSorted()).toEqual(['kind', 'path', 'tag', 'unread', 'until']);
    expect(push?.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(push?.headers.topic).not.toContain(push?.payload.tag.split(' ')[1]?.slice(0, 8));
  });

  it('[PUSH-4] it is not kept beyond the life of its subject, and at most a day', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const short = await post(bob, `look @${ann.handle}`, '1-hour');
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received[0]?.payload.until).toBe(short.expires_at);
    const ttl = Number(browser.received[0]?.headers.ttl);
    expect(ttl).toBeLessThanOrEqual(3600 - PUSH_DELAY_MS / 1000);
    expect(ttl).toBeGreaterThan(3400);
    await post(bob, `again @${ann.handle}`, '7-days');
    await sendAll(ann);
    await untilReceived(browser, 2);
    expect(browser.received[1]?.headers.ttl).toBe('86400');
  });

  it('[PUSH-7] nothing is sent before the delay, and nothing of what was read meanwhile', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const sent = await write(bob, ann);
    await post(bob, `look @${ann.handle}`);
    expect(await countQueued(ann)).toBe(2);
    expect(browser.received).toEqual([]);
    const params = { message_group_uuid: sent.message_group_uuid ?? '' };
    await ann.callOk('markMessagesRead', { params, body: { uuid: sent.uuid } });
    const { headers } = await ann.call('notifications');
    const cursors = parseStreamCursors(headers.get('x-cursor'));
    const before = formatCursor(cursors?.me ?? ORIGIN);
    await ann.callOk('markNotificationsRead', { body: { before } });
    await sendAll(ann);
    expect(browser.received).toEqual([]);
  });

  it('[PUSH-7] nothing is sent while a visible tab is connected, and everything while all are hidden', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    using tab = await connectSocket(app.url, { token: ann.accessToken });
    await write(bob, ann);
    await tab.waitForEvent('message.created');
    // Before its delay has passed: the clock stands still.
    await untilQueued(ann, 0);
    tab.rawSocket.emit('quiet', { stream: 'public' });
    // What the socket does not get shows that it is quiet.
    const isQuiet = async () => {
      const { uuid } = await post(bob, 'public');
      const own = await write(bob, ann, 'a sign of life');
      await tab.waitForEvent('message.created', ({ data }) => data.uuid === own.uuid);
      return !tab.applied.public.some(({ data }) => data !== null && 'uuid' in data && data.uuid === uuid);
    };
    await until(isQuiet, { what: 'the tab is quiet' });
    await sendAll(ann);
    const before = browser.received.length;
    await write(bob, ann);
    await sendAll(ann);
    await untilReceived(browser, before + 1);
    // Shown again before the delay has passed.
    await write(bob, ann);
    expect(await countQueued(ann)).toBe(1);
    tab.rawSocket.emit('sync', { stream: 'public', after: tab.cursors().public }, () => undefined);
    await untilQueued(ann, 0);
    expect(browser.received).toHaveLength(before + 1);
  });

  it('[PUSH-7] a tab that connects in the meantime shows it instead', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    await write(bob, ann);
    expect(await countQueued(ann)).toBe(1);
    using _tab = await connectSocket(app.url, { token: ann.accessToken });
    await untilQueued(ann, 0);
    expect(browser.received).toEqual([]);
  });

  it('[PUSH-8] nothing is sent about blocked and muted people, muted words and hashtags', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const [bob, dan, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await write(bob, ann);
    await post(bob, `look @${ann.handle}`);
    await write(dan, ann);
    await post(dan, `look @${ann.handle}`);
    await post(eve, `@${ann.handle} a SPOILER!`);
    await post(eve, `@${ann.handle} #AWS`);
    expect(await countQueued(ann)).toBe(6);
    await ann.callOk('blockPerson', { params: { cognito_user_uuid: bob.sub } });
    await ann.callOk('mute', { body: { kind: 'person', value: dan.sub } });
    await ann.callOk('mute', { body: { kind: 'word', value: 'spoiler' } });
    await ann.callOk('mute', { body: { kind: 'hashtag', value: 'aws' } });
    await post(eve, `@${ann.handle} none of them`);
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received.map(({ payload }) => payload.kind)).toEqual(['mentions']);
  });

  it('[PUSH-8] nothing is sent about what was removed, burned or has expired', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const sent = await write(bob, ann);
    await bob.callOk('unsendMessage', { params: { message_uuid: sent.uuid } });
    const crud = await post(bob, `look @${ann.handle}`);
    await bob.callOk('burnActivity', { params: { activity_uuid: crud.uuid } });
    await post(bob, `short @${ann.handle}`, '1-hour');
    await app.advance(HOUR_MS);
    await untilQueued(ann, 0);
    expect(browser.received).toEqual([]);
  });

  it('[PUSH-9] a subscription that its service does not know any more is deleted', async () => {
    const bob = await app.signUp();
    for (const status of [404, 410]) {
      const { person: ann, browser } = await signUpWithPush();
      browser.answerWith((response) => void response.writeHead(status).end());
      await write(bob, ann);
      await sendAll(ann);
      expect(await subscriptionsOf(ann)).toBe(0);
      expect((await ann.callOk('pushSettings')).choice).toBeNull();
      await write(bob, ann);
      expect(await countQueued(ann)).toBe(0);
    }
  });

  it('[PUSH-9] a busy service is asked again after the time that it named, and a refusal is not repeated', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    browser.answerWith((response) => void response.writeHead(429, { 'retry-after': '1800' }).end());
    await write(bob, ann);
    await pass();
    await untilReceived(browser);
    const nextAt = () =>
      app.store.db.selectFrom('push_queue').select('next_at').where('owner', '=', ann.sub).executeTakeFirst();
    const waited = await until(
      async () => {
        const left = ((await nextAt())?.next_at.getTime() ?? 0) - app.clock.now().getTime();
        return left > 1000 * 1000 && left;
      },
      { what: 'the attempt is put off' },
    );
    expect(waited).toBeLessThanOrEqual(1800 * 1000);
    browser.answerWith((response) => void response.writeHead(403).end());
    await app.advance(1800 * 1000);
    await untilReceived(browser, 2);
    await untilQueued(ann, 0);
    expect(await subscriptionsOf(ann)).toBe(1);
  });

  it('[PUSH-10] the end of a sign-in ends its subscription and no other one', async () => {
    const ann = await app.signUp();
    const phone = createClient(app.url, (await signIn(app.url, ann)).accessToken);
    const [here, there] = [service.createBrowser(), service.createBrowser()];
    await ann.callOk('subscribePush', { body: here.subscription() });
    await phone.callOk('subscribePush', { body: there.subscription() });
    await phone.callOk('endSession', { body: { all: false } });
    expect(await subscriptionsOf(ann)).toBe(1);
    const bob = await app.signUp();
    await write(bob, ann);
    await sendAll(ann);
    await untilReceived(here);
    expect(there.received).toEqual([]);
    await app.advance(2000);
    await ann.callOk('endSession', { body: { all: true } });
    expect(await subscriptionsOf(ann)).toBe(0);
  });

  it('[PUSH-10] a subscription that was saved while its sign-in ended is used by no one', async () => {
    const { person: ann, browser } = await signUpWithPush();
    const rows = await app.store.db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('owner', '=', ann.sub)
      .execute();
    await write(await app.signUp(), ann);
    await ann.callOk('endSession', { body: { all: false } });
    await app.store.db.insertInto('push_subscriptions').values(rows).execute();
    await sendAll(ann);
    expect([browser.received.length, await subscriptionsOf(ann)]).toEqual([0, 0]);
    await app.store.db.insertInto('push_subscriptions').values(rows).execute();
    await deleteEndedSubscriptions(app.store.db);
    expect(await subscriptionsOf(ann)).toBe(0);
  });

  it('[PUSH-10] it ends with the account, and when its browser has not renewed it for sixty days', async () => {
    const { person: ann } = await signUpWithPush();
    const { person: bob } = await signUpWithPush();
    await write(bob, ann);
    await ann.callOk('deleteAccount');
    expect([await subscriptionsOf(ann), await countQueued(ann)]).toEqual([0, 0]);
    const later = (ms: number) => new Date(app.clock.now().getTime() + ms);
    await purgeExpired(app.store.db, later(PUSH_RETENTION_MS - HOUR_MS));
    expect(await subscriptionsOf(bob)).toBe(1);
    await purgeExpired(app.store.db, later(PUSH_RETENTION_MS + HOUR_MS));
    expect(await subscriptionsOf(bob)).toBe(0);
  });

  it('[PUSH-10] what could not be sent for a day is deleted', async () => {
    const { person: ann } = await signUpWithPush();
    const queued = new Date(app.clock.now().getTime() + 2 * HOUR_MS);
    const row = {
      owner: ann.sub,
      kind: 'messages' as const,
      subscription: randomUUID(),
      subject: randomUUID(),
    };
    const next_at = new Date(queued.getTime() + 60 * 24 * HOUR_MS);
    await app.store.db
      .insertInto('push_queue')
      .values({ ...row, queued_at: queued, next_at })
      .execute();
    await purgeExpired(app.store.db, queued);
    expect(await countQueued(ann)).toBe(1);
    await purgeExpired(app.store.db, new Date(queued.getTime() + 25 * HOUR_MS));
    expect(await countQueued(ann)).toBe(0);
  });
});

it('[PUSH-11] where push is off, nothing can be subscribed', async () => {
  await using app = await startTestApp({ env: { WEB_PUSH: '0' } });
  const ann = await app.signUp();
  expect(await ann.callOk('pushSettings')).toEqual({ public_key: null, choice: null });
  const body = { endpoint: 'https://push.test/a', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
  const choice = { messages: true, replies: true, mentions: true };
  const { status } = await ann.call('subscribePush', { body: { ...body, choice } });
  expect(status).toBe(404);
  expect(await ann.callOk('unsubscribePush')).toEqual({ ended: true });
});
