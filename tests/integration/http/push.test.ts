import type { ServerResponse } from 'node:http';
import { PUSH_DELAY_MS, PUSH_SUBSCRIPTIONS_MAX } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, like, replyTo } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { signIn } from '../../support/people.ts';
import { startPushApp, type PushApp } from '../../support/push-app.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startTestApp } from '../../support/test-app.ts';

const MARKER = 'quastenflosser';

describe.skipIf(!isUsable('openssl', 'push service'))('Web Push: what is sent', () => {
  let push: PushApp;
  beforeAll(async () => void (push = await startPushApp()));
  afterAll(() => push[Symbol.asyncDispose]());

  it('[PUSH-1] a sign-in subscribes, changes its choice and ends it, and no other sign-in sees it', async () => {
    const { app, service } = push;
    const ann = await app.signUp();
    const other = createClient(app.url, (await signIn(app.url, ann)).accessToken);
    const browser = service.createBrowser();
    const off = await ann.callOk('pushSettings');
    const publicKey = off.public_key;
    expect(off.choice).toBeNull();
    expect(Buffer.from(publicKey ?? '', 'base64url')).toHaveLength(65);
    const on = await ann.callOk('subscribePush', { body: browser.subscription({ replies: true }) });
    const choice = { messages: false, replies: true, mentions: false };
    expect(on).toEqual({ public_key: publicKey, choice });
    expect(await ann.callOk('pushSettings')).toEqual(on);
    await ann.callOk('subscribePush', { body: browser.subscription({ messages: true }) });
    const otherChoice = { messages: true, replies: false, mentions: false };
    expect((await ann.callOk('pushSettings')).choice).toEqual(otherChoice);
    expect(await other.callOk('pushSettings')).toEqual(off);
    expect(await other.callOk('unsubscribePush')).toEqual({ ended: true });
    expect(await (await app.signUp()).callOk('pushSettings')).toEqual(off);
    expect((await ann.callOk('pushSettings')).choice).not.toBeNull();
    expect(await ann.callOk('unsubscribePush')).toEqual({ ended: true });
    expect(await ann.callOk('unsubscribePush')).toEqual({ ended: true });
    expect(await ann.callOk('pushSettings')).toEqual(off);
  });

  it('[PUSH-2] what no browser sends is refused', async () => {
    const { app, service, subscriptionsOf } = push;
    const ann = await app.signUp();
    const good = service.createBrowser().subscription();
    const { keys, endpoint } = good;
    const addresses = [
      ...['http://push.test/a', 'https://localhost/a', 'https://127.0.0.1/a', 'https://[::1]/a'],
      ...['https://10.0.0.1/a', 'https://user:secret@push.test/a', 'https://push.test', 'ftp://push.test/a'],
      ...['https://push.test:99999/a', 'https://2130706433/a', 'https://0x7f.1/a', 'https://push.test/a b'],
      ...[`https://push.test/${'x'.repeat(2000)}`, ''],
    ];
    const badKeys = [
      { ...keys, p256dh: 'B'.repeat(87) },
      { ...keys, auth: 'short' },
      { p256dh: keys.p256dh },
      null,
    ];
    const bodies = [
      ...addresses.map((address) => ({ ...good, endpoint: address })),
      ...badKeys.map((one) => ({ ...good, keys: one })),
      { endpoint, keys },
    ];
    for (const body of bodies) {
      const answer = await codesOf(ann.send('PUT', '/api/push', { body }));
      expect(answer, JSON.stringify(body)).toEqual([400, ['generic_400']]);
    }
    expect(await subscriptionsOf(ann)).toBe(0);
  });

  it('[PUSH-2] an address at another service than the known ones is refused', async () => {
    const { app, service, subscriptionsOf } = push;
    const ann = await app.signUp();
    const body = { ...service.createBrowser().subscription(), endpoint: 'https://push.example.com/a' };
    const answer = await codesOf(ann.send('PUT', '/api/push', { body }));
    expect(answer).toEqual([422, ['push_service_unknown']]);
    expect(await subscriptionsOf(ann)).toBe(0);
  });

  it('[PUSH-2] a browser belongs to the sign-in that subscribed it last, and a person has ten of them', async () => {
    const { app, service, subscriptionsOf } = push;
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
    const { app, signUpWithPush } = push;
    const { browser } = await signUpWithPush();
    const dump = JSON.stringify(await dumpTables(app.store));
    for (const secret of [browser.endpoint, browser.keys.auth, browser.keys.p256dh])
      expect(dump).not.toContain(secret);
  });

  it('a message, a reply and a mention are each sent once, and likes are not', async () => {
    const { app, signUpWithPush, sendAll, untilReceived, write, post } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const crud = await post(ann, 'hello');
    const { message_group_uuid: group = '' } = await write(bob, ann);
    const reply = await replyTo(bob, crud.uuid);
    const mention = await post(bob, `look @${ann.handle}`);
    await like(bob, crud.uuid);
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

  it('only the chosen kinds are sent, only to their recipient, and to each of the browsers', async () => {
    const { app, service, signUpWithPush, sendAll, untilReceived, write, post } = push;
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

  it('a burst of one conversation is one notification, of its last message', async () => {
    const { app, signUpWithPush, sendAll, untilReceived, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    for (const text of ['one', 'two', 'three']) await write(bob, ann, text);
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received.map(({ payload }) => payload.unread)).toEqual([3]);
  });

  it('what is written while a notification is being sent is announced too, and counted once', async () => {
    const { app, signUpWithPush, countQueued, pass, untilQueued, untilReceived, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const held: ServerResponse[] = [];
    browser.answerWith((response) => void held.push(response));
    await write(bob, ann, 'one');
    await pass();
    await untilReceived(browser);
    await write(bob, ann, 'two');
    expect(await countQueued(ann)).toBe(1);
    const accept = (response: ServerResponse) => void response.writeHead(201).end();
    browser.answerWith(accept);
    held.forEach(accept);
    await untilQueued(ann, 0);
    expect(browser.received.map(({ payload }) => payload.unread)).toEqual([1, 2]);
  });

  it('[PUSH-8] a muted word in the last message hides no earlier one', async () => {
    const { app, signUpWithPush, sendAll, untilReceived, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    await ann.callOk('mute', { body: { kind: 'word', value: 'spoiler' } });
    await write(bob, ann, 'hello');
    await write(bob, ann, 'a spoiler');
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received.map(({ payload }) => payload.kind)).toEqual(['messages']);
  });

  it('[PUSH-4] a notification has neither text nor name, and its topic reveals nothing', async () => {
    const { app, signUpWithPush, sendAll, untilReceived, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp({ name: `Name ${MARKER}` });
    await write(bob, ann, `secret ${MARKER}`);
    await sendAll(ann);
    await untilReceived(browser);
    const [sent] = browser.received;
    expect(sent?.text).not.toContain(MARKER);
    expect(Object.keys(sent?.payload ?? {}).toSorted()).toEqual(['kind', 'path', 'tag', 'unread', 'until']);
    expect(sent?.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(sent?.headers.topic).not.toContain(sent?.payload.tag.split(' ')[1]?.slice(0, 8));
  });

  it('[PUSH-4] it is not kept beyond the life of its subject, and at most a day', async () => {
    const { app, signUpWithPush, sendAll, untilReceived, post } = push;
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

  it('[PUSH-1] where push is off, nothing can be subscribed', async () => {
    await using app = await startTestApp({ env: { WEB_PUSH: '0' }, sharedStoreApp: push.app });
    const ann = await app.signUp();
    expect(await ann.callOk('pushSettings')).toEqual({ public_key: null, choice: null });
    const body = { endpoint: 'https://push.test/a', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
    const choice = { messages: true, replies: true, mentions: true };
    const { status } = await ann.call('subscribePush', { body: { ...body, choice } });
    expect(status).toBe(404);
    expect(await ann.callOk('unsubscribePush')).toEqual({ ended: true });
  });
});
