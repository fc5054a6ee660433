import { randomUUID } from 'node:crypto';
import { formatCursor, ORIGIN, parseStreamCursors, PUSH_RETENTION_MS } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEndedSubscriptions } from '../../../server/src/repositories/push.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { block, burn, markRead, unsend } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { startPushApp, type PushApp } from '../../support/push-app.ts';
import { fetchMetrics, readMetric } from '../../support/read-metrics.ts';
import { isUsable } from '../../support/services/availability.ts';
import { connectSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(!isUsable('openssl', 'push service'))('Web Push: what is not sent', () => {
  let push: PushApp;
  beforeAll(async () => void (push = await startPushApp()));
  afterAll(() => push[Symbol.asyncDispose]());

  const countPushes = async (outcome: 'gone' | 'retried' | 'refused' | 'unreachable') =>
    readMetric(await fetchMetrics(push.app.url), 'cruddur_pushes_total', { labels: { outcome } });

  /** Waits until the next attempt for a notification of this person is due in such a time. */
  const untilPutOff = ({ sub }: TestPerson, isRight: (leftMs: number) => boolean) => {
    const { store, clock } = push.app;
    const queued = store.db.selectFrom('push_queue').select('next_at').where('owner', '=', sub);
    const isPutOff = async () => {
      const row = await queued.executeTakeFirst();
      return row !== undefined && isRight(row.next_at.getTime() - clock.now().getTime());
    };
    return until(isPutOff, { what: 'the attempt is put off', timeoutMs: 20_000 });
  };

  it('[PUSH-7] nothing is sent before the delay, and nothing of what was read meanwhile', async () => {
    const { app, signUpWithPush, countQueued, sendAll, write, post } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const sent = await write(bob, ann);
    await post(bob, `look @${ann.handle}`);
    expect(await countQueued(ann)).toBe(2);
    expect(browser.received).toEqual([]);
    await markRead(ann, sent.message_group_uuid ?? '', sent.uuid);
    const { headers } = await ann.call('notifications');
    const before = formatCursor(parseStreamCursors(headers.get('x-cursor'))?.me ?? ORIGIN);
    await ann.callOk('markNotificationsRead', { body: { before } });
    await sendAll(ann);
    expect(browser.received).toEqual([]);
  });

  it('[PUSH-7] nothing is sent while a visible tab is connected, and everything while all are hidden', async () => {
    const { app, signUpWithPush, countQueued, untilQueued, sendAll, untilReceived, write, post } = push;
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
    const { app, signUpWithPush, countQueued, untilQueued, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    await write(bob, ann);
    expect(await countQueued(ann)).toBe(1);
    using tab = await connectSocket(app.url, { token: ann.accessToken });
    await untilQueued(ann, 0);
    expect(tab.frames.bye).toEqual([]);
    expect(browser.received).toEqual([]);
  });

  it('[PUSH-8] nothing is sent about blocked and muted people, muted words and hashtags', async () => {
    const { app, signUpWithPush, countQueued, sendAll, untilReceived, write, post } = push;
    const { person: ann, browser } = await signUpWithPush();
    const [bob, dan, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await write(bob, ann);
    await post(bob, `look @${ann.handle}`);
    await write(dan, ann);
    await post(dan, `look @${ann.handle}`);
    await post(eve, `@${ann.handle} a SPOILER!`);
    await post(eve, `@${ann.handle} #AWS`);
    expect(await countQueued(ann)).toBe(6);
    await block(ann, bob);
    await ann.callOk('mute', { body: { kind: 'person', value: dan.sub } });
    await ann.callOk('mute', { body: { kind: 'word', value: 'spoiler' } });
    await ann.callOk('mute', { body: { kind: 'hashtag', value: 'aws' } });
    await post(eve, `@${ann.handle} none of them`);
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received.map(({ payload }) => payload.kind)).toEqual(['mentions']);
  });

  it('[PUSH-8] nothing is sent about a message request, and about the conversation once it is accepted', async () => {
    const { app, signUpWithPush, countQueued, sendAll, untilReceived, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    await ann.callOk('changePrivacySettings', { body: { messages_from: 'known' } });
    const bob = await app.signUp();
    const { message_group_uuid: group = '' } = await write(bob, ann, 'May I?');
    expect(await countQueued(ann)).toBe(0);
    await ann.callOk('acceptRequest', { params: { message_group_uuid: group } });
    await write(bob, ann, 'Thank you.');
    expect(await countQueued(ann)).toBe(1);
    await sendAll(ann);
    await untilReceived(browser);
    expect(browser.received.map(({ payload }) => payload.path)).toEqual([`/messages/${group}`]);
  });

  it('[PUSH-8] nothing is sent about what was removed, burned or has expired', async () => {
    const { app, signUpWithPush, untilQueued, write, post } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const sent = await write(bob, ann);
    await unsend(bob, sent.uuid);
    const crud = await post(bob, `look @${ann.handle}`);
    await burn(bob, crud.uuid);
    await post(bob, `short @${ann.handle}`, '1-hour');
    await app.advance(HOUR_MS);
    await untilQueued(ann, 0);
    expect(browser.received).toEqual([]);
  });

  it('a subscription that its service does not know any more is deleted', async () => {
    const { app, signUpWithPush, countQueued, sendAll, write, subscriptionsOf } = push;
    const bob = await app.signUp();
    for (const status of [404, 410]) {
      const { person: ann, browser } = await signUpWithPush();
      browser.answerWith((response) => void response.writeHead(status).end());
      await write(bob, ann);
      await sendAll(ann);
      expect(await subscriptionsOf(ann)).toBe(0);
      expect((await ann.callOk('pushSettings')).choice).toBeNull();
      expect(await countPushes('gone')).toBeGreaterThan(0);
      await write(bob, ann);
      expect(await countQueued(ann)).toBe(0);
    }
  });

  it('a service that cannot be reached is asked again, and is no failure of the gateway', async () => {
    const { app, signUpWithPush, untilQueued, pass, untilReceived, write } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    browser.answerWith((response) => void response.destroy());
    await write(bob, ann);
    await pass();
    await untilReceived(browser);
    // A claim lasts two minutes, the first wait ten seconds; on a slow machine the second, of a minute, may have begun.
    await untilPutOff(ann, (leftMs) => leftMs <= 60_000);
    expect(await countPushes('unreachable')).toBeGreaterThan(0);
    const failures = { labels: { chore: 'push service' } };
    expect(readMetric(await fetchMetrics(app.url), 'cruddur_chore_failures_total', failures) ?? 0).toBe(0);
    browser.answerWith((response) => void response.writeHead(201).end());
    await app.advance(60_000);
    await untilReceived(browser, 2);
    await untilQueued(ann, 0);
  });

  it('a busy service is asked again after the time that it named, and a refusal is not repeated', async () => {
    const { app, signUpWithPush, untilQueued, pass, untilReceived, write, subscriptionsOf } = push;
    const { person: ann, browser } = await signUpWithPush();
    const bob = await app.signUp();
    browser.answerWith((response) => void response.writeHead(429, { 'retry-after': '1800' }).end());
    await write(bob, ann);
    await pass();
    await untilReceived(browser);
    await untilPutOff(ann, (leftMs) => leftMs > 1000 * 1000 && leftMs <= 1800 * 1000);
    browser.answerWith((response) => void response.writeHead(403).end());
    await app.advance(1800 * 1000);
    await untilReceived(browser, 2);
    await untilQueued(ann, 0);
    expect(await subscriptionsOf(ann)).toBe(1);
    expect([await countPushes('retried'), await countPushes('refused')]).toEqual([1, 1]);
  });

  it('[PUSH-10] the end of a sign-in ends its subscription and no other one', async () => {
    const { app, service, sendAll, untilReceived, write, subscriptionsOf } = push;
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
    const { app, signUpWithPush, sendAll, write, subscriptionsOf } = push;
    const { person: ann, browser } = await signUpWithPush();
    const { db } = app.store;
    const rows = await db.selectFrom('push_subscriptions').selectAll().where('owner', '=', ann.sub).execute();
    await write(await app.signUp(), ann);
    await ann.callOk('endSession', { body: { all: false } });
    await db.insertInto('push_subscriptions').values(rows).execute();
    await sendAll(ann);
    expect([browser.received.length, await subscriptionsOf(ann)]).toEqual([0, 0]);
    await db.insertInto('push_subscriptions').values(rows).execute();
    await deleteEndedSubscriptions(db);
    expect(await subscriptionsOf(ann)).toBe(0);
  });

  it('[PUSH-10] it ends with the account, and when its browser has not renewed it for sixty days', async () => {
    const { app, signUpWithPush, countQueued, write, subscriptionsOf } = push;
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
    const { app, signUpWithPush, countQueued } = push;
    const { person: ann } = await signUpWithPush();
    const queued = new Date(app.clock.now().getTime() + 2 * HOUR_MS);
    const times = { queued_at: queued, next_at: new Date(queued.getTime() + 60 * 24 * HOUR_MS) };
    const row = { owner: ann.sub, subscription: randomUUID(), subject: randomUUID(), ...times };
    await app.store.db
      .insertInto('push_queue')
      .values({ ...row, host: 'push.example', kind: 'messages' })
      .execute();
    await purgeExpired(app.store.db, queued);
    expect(await countQueued(ann)).toBe(1);
    await purgeExpired(app.store.db, new Date(queued.getTime() + 25 * HOUR_MS));
    expect(await countQueued(ann)).toBe(0);
  });
});
