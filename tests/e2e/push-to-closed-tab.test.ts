import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/clients.ts';
import { startPushApp, type PushApp } from '../support/push-app.ts';
import { launchChromium } from '../support/services/chromium.ts';
import { findWholeChromium } from '../support/services/find-chromium.ts';
import { until } from '../support/until.ts';
import { openNotifiedBrowser, readShown, readShownByWorker } from './notified-browser.ts';
import { openSignedInBrowser } from './test-browser.ts';

const chromium = findWholeChromium();
const ANN = { name: 'Ann Away', handle: 'ann_away' };
const BOB = { name: 'Bob Writer', handle: 'bob_writer' };
const TEXT = 'Are you coming tonight?';

/** What a worker or a page was seen to do. */
interface Observed {
  badges?: number[];
  focused?: string[];
}

/** What the tests use of a worker's global scope. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  held: Notification | undefined;
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
}

/** Records the numbers of the badge, which no test can read from the icon. */
const observeBadge = () => {
  const observed = globalThis as Observed;
  const badges = (observed.badges = [] as number[]);
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  if (!setAppBadge) return;
  Object.assign(navigator, {
    setAppBadge: (count: number) => {
      badges.push(count);
      return setAppBadge.call(navigator, count);
    },
  });
};

/** Chromium focuses a tab for a click of a person only, so the request is recorded in its place. */
const observeFocus = () => {
  const focused = ((globalThis as Observed).focused = [] as string[]);
  const { WindowClient: client } = globalThis as unknown as {
    WindowClient: { prototype: { url: string; focus(): Promise<unknown> } };
  };
  client.prototype.focus = function focus() {
    focused.push(new URL(this.url).pathname);
    return Promise.resolve(this);
  };
};

/** Keeps the notification that is shown, for a later press. */
const holdNotification = async () => {
  const scope = globalThis as unknown as WorkerScope;
  [scope.held] = await scope.registration.getNotifications();
};

/** A click on the notification that was kept. */
const pressNotification = () => {
  const scope = globalThis as unknown as WorkerScope;
  scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: scope.held }));
};

describe.skipIf(chromium === undefined)('a push to a closed tab', () => {
  let push: PushApp;
  let browser: Browser;
  beforeAll(async () => {
    [push, browser] = await Promise.all([startPushApp(), launchChromium(chromium)]);
  });
  afterAll(async () => {
    await browser.close();
    await push[Symbol.asyncDispose]();
  });

  it('[PUSH-3, PUSH-4, PUSH-12, PUSH-14] a message of another browser reaches it through the push service, sets the badge and opens its conversation', async () => {
    const { app, service } = push;
    const self = await app.signUp(ANN);
    await using ann = await openNotifiedBrowser({ browser, app }, ANN);
    await using bob = await openSignedInBrowser(browser, app, BOB);
    const context = ann.page.context();
    const token = (await ann.page.evaluate(() => localStorage.getItem('access_token'))) ?? '';
    await ann.page.close();
    // Chromium itself cannot subscribe without a connection to its own push service.
    const subscribed = service.createBrowser();
    await createClient(app.url, token).callOk('subscribePush', { body: subscribed.subscription() });
    const worker = await until(() => context.serviceWorkers().at(-1), { what: 'the worker runs' });
    await worker.evaluate(observeBadge);
    await worker.evaluate(observeFocus);

    await bob.page.goto(`/messages/new/${ANN.handle}`);
    await bob.page.getByPlaceholder('send a direct message...').fill(TEXT);
    await bob.page.getByRole('button', { name: 'Message', exact: true }).click();
    await bob.page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    const conversation = new URL(bob.page.url()).pathname;

    await push.untilQueued(self, 1);
    await push.pass();
    await push.untilReceived(subscribed);
    const [received] = subscribed.received;
    expect(received?.payload).toMatchObject({ kind: 'messages', path: conversation, unread: 1 });
    for (const secret of [TEXT, BOB.name, BOB.handle]) expect(received?.text).not.toContain(secret);
    await ann.deliver(received?.text ?? '');
    const shown = await until(
      async () => {
        const found = await readShownByWorker(context);
        return found.length > 0 && found;
      },
      { what: 'a notification is shown' },
    );
    expect(shown).toMatchObject([{ title: 'New message', body: '' }]);
    const readObserved = () =>
      worker.evaluate(() => {
        const { badges, focused } = globalThis as Observed;
        return { badges, focused };
      });
    expect((await readObserved()).badges).toEqual([1]);

    await worker.evaluate(holdNotification);
    const page = await context.newPage();
    await page.addInitScript(observeBadge);
    await page.goto('/');
    const readBadges = () => page.evaluate(() => (globalThis as Observed).badges ?? []);
    await expect.poll(readBadges).toEqual([1]);
    expect(await readShown(page)).toHaveLength(1);
    await worker.evaluate(pressNotification);
    await page.waitForURL(conversation);
    await page.getByRole('log').getByText(TEXT).waitFor();
    expect((await readObserved()).focused).toEqual(['/']);
    await expect.poll(async () => (await readBadges()).at(-1)).toBe(0);
    expect(await readShown(page)).toEqual([]);
  });
});
