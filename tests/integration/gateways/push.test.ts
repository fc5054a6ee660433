import { PUSH_DELAY_MS } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPushService, type PushService } from '../../support/push-service.ts';
import { connectSocket } from '../../support/sockets.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

describe.skipIf(!isUsable('openssl', 'push service'))('Web Push at two gateways', () => {
  let service: PushService;
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    service = await startPushService(() => one.clock.now());
    const parts = { pushNetwork: service.network, env: { PUSH_SERVICES: service.hosts } };
    one = await startTestApp(parts);
    other = await startTestApp({ ...parts, sharedStoreApp: one });
  });
  afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });
  const pass = () => Promise.all([one, other].map((app) => app.advance(PUSH_DELAY_MS + 1000)));
  const untilNoneQueued = () =>
    until(async () => (await one.store.db.selectFrom('push_queue').select('id').execute()).length === 0, {
      what: 'nothing is queued',
      timeoutMs: 20_000,
    });

  it('each of many notifications is sent by exactly one of two gateways', async () => {
    const bob = await other.signUp();
    const people = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const person = await one.signUp();
        const browser = service.createBrowser();
        await person.callOk('subscribePush', { body: browser.subscription() });
        await bob.callOk('sendMessage', { body: { handle: person.handle, message: 'hi' } });
        return { person, browser };
      }),
    );
    await pass();
    await untilNoneQueued();
    expect(people.map(({ browser }) => browser.received.length)).toEqual(people.map(() => 1));
  });

  it('[PUSH-7] a visible tab at one gateway prevents a notification by the other', async () => {
    const [ann, bob] = [await one.signUp(), await other.signUp()];
    const browser = service.createBrowser();
    await ann.callOk('subscribePush', { body: browser.subscription() });
    using tab = await connectSocket(one.url, { token: ann.accessToken });
    await bob.callOk('sendMessage', { body: { handle: ann.handle, message: 'hi' } });
    await tab.waitForEvent('message.created');
    await untilNoneQueued();
    await pass();
    expect(browser.received).toEqual([]);
  });
});
