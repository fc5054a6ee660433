import type { PushPayload } from '@cruddur/shared';
import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/clients.ts';
import { startPushApp, type PushApp } from '../support/push-app.ts';
import { isUsable } from '../support/services/availability.ts';
import { launchChromium } from '../support/services/chromium.ts';
import { findWholeChromium } from '../support/services/find-chromium.ts';
import { until } from '../support/until.ts';
import { waitForServiceWorker } from '../e2e/pending-cruds.ts';
import { openBrowser, signInByForm } from '../e2e/test-browser.ts';

const ANN = { name: 'Ann Away', handle: 'ann_away' };
const TEXT = 'Are you coming tonight?';

const GROUP = '00000000-0000-4000-8000-0000000000aa';
const payload = (part: Partial<PushPayload> = {}): string =>
  JSON.stringify({
    ...{ kind: 'messages', path: `/messages/${GROUP}`, tag: `messages ${GROUP}`, until: null, unread: 2 },
    ...part,
  });

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

/** Keeps the notification of this tag, for a later press. */
const holdNotification = async (tag: string) => {
  const scope = globalThis as unknown as WorkerScope;
  [scope.held] = await scope.registration.getNotifications({ tag });
};

/** A click on the notification that was kept. */
const pressNotification = () => {
  const scope = globalThis as unknown as WorkerScope;
  scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: scope.held }));
};

/** The shown notifications, in the order of their tags. A worker that restarts meanwhile shows none. */
async function readShown(worker: Worker) {
  const found = worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
  const shown = await found.catch(() => []);
  return shown.toSorted((one, next) => one.tag.localeCompare(next.tag));
}

/** @returns a function that delivers a decrypted push to the service worker, as the browser's push service does */
async function openDelivery(context: BrowserContext, origin: string) {
  // On a page of its own, so that those of the site can be closed.
  const client: CDPSession = await context.newCDPSession(await context.newPage());
  let registrationId: string | undefined;
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin));
    registrationId = ours?.registrationId;
  });
  await client.send('ServiceWorker.enable');
  const id = await until(() => registrationId, { what: 'the service worker is registered' });
  return (data: string) =>
    client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
}

describe.runIf(isUsable('wholeChromium', 'Push to a closed tab'))('a push', () => {
  let push: PushApp;
  let browser: Browser;
  beforeAll(async () => {
    [push, browser] = await Promise.all([startPushApp(), launchChromium(findWholeChromium())]);
  });
  afterAll(async () => {
    await browser.close();
    await push[Symbol.asyncDispose]();
  });

  async function openNotified(): Promise<Page> {
    const { page } = await openBrowser(browser, push.app.url, { serviceWorkers: 'allow' });
    await page.context().grantPermissions(['notifications'], { origin: push.app.url });
    await signInByForm(page, ANN);
    await page.getByText('Live', { exact: true }).waitFor();
    await waitForServiceWorker(page);
    return page;
  }

  it('[PUSH-4] reaches a closed tab through the push service, without text or name, sets the badge, and opens its conversation; a visible page shows none', async () => {
    const { app, service } = push;
    const self = await app.signUp(ANN);
    const bob = await app.signUp({ name: 'Bob Writer', handle: 'bob_writer' });
    const page = await openNotified();
    const context = page.context();
    const deliver = await openDelivery(context, app.url);
    const worker = await until(() => context.serviceWorkers().at(-1), { what: 'the worker runs' });
    await worker.evaluate(observeBadge);
    await worker.evaluate(observeFocus);
    const readObserved = () =>
      worker.evaluate(() => {
        const { badges, focused } = globalThis as Observed;
        return { badges, focused };
      });

    await page.getByRole('button', { name: `@${ANN.handle}, account` }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    const section = page.getByRole('region', { name: 'Notifications' });
    await section.getByRole('button', { name: 'Turn on notifications' }).click();
    // Chromium itself cannot subscribe without a connection to its own push service.
    await section.getByText('Registration failed').waitFor();
    const token = (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '';
    const subscribed = service.createBrowser();
    await createClient(app.url, token).callOk('subscribePush', { body: subscribed.subscription() });

    await deliver(payload({ tag: 'visible', unread: 7 }));
    await expect.poll(async () => (await readObserved()).badges).toEqual([7]);
    expect(await readShown(worker)).toEqual([]);
    await page.close();
    await deliver(payload());
    await deliver(payload({ unread: 3 }));
    await deliver(payload({ kind: 'replies', tag: 'replies x', path: '/@ann_away/status/x' }));
    await deliver(payload({ kind: 'mentions', tag: 'mentions y', until: new Date(0).toISOString() }));
    await deliver('{"unknown":true}');
    const { message_group_uuid: group } = await push.write(bob, self, TEXT);
    await push.untilQueued(self, 1);
    await push.pass();
    await push.untilReceived(subscribed);
    const [received] = subscribed.received;
    const path = `/messages/${group ?? ''}`;
    expect(received?.payload).toMatchObject({ kind: 'messages', path, unread: 1 });
    for (const secret of [TEXT, bob.name, bob.handle]) expect(received?.text).not.toContain(secret);
    await deliver(received?.text ?? '');
    const tag = received?.payload.tag ?? '';
    const wanted = [
      { title: 'New message', body: '', tag: `messages ${GROUP}` },
      { title: 'New message', body: '', tag },
      { title: 'New reply to your crud', body: '', tag: 'replies x' },
    ].toSorted((one, next) => one.tag.localeCompare(next.tag));
    await expect.poll(() => readShown(worker)).toEqual(wanted);
    expect((await readObserved()).badges?.at(-1)).toBe(1);

    await worker.evaluate(holdNotification, tag);
    const opened = await context.newPage();
    await opened.addInitScript(observeBadge);
    await opened.goto('/');
    const readBadges = () => opened.evaluate(() => (globalThis as Observed).badges ?? []);
    await expect.poll(readBadges).toEqual([1]);
    const tagsOfMessages = async () =>
      (await readShown(worker)).map((shown) => shown.tag).filter((shown) => shown.startsWith('messages'));
    expect(await tagsOfMessages()).toContain(tag);
    await worker.evaluate(pressNotification);
    await opened.waitForURL(path);
    await opened.getByRole('log').getByText(TEXT).waitFor();
    expect((await readObserved()).focused).toEqual(['/']);
    await expect.poll(async () => (await readBadges()).at(-1)).toBe(0);
    await expect.poll(tagsOfMessages).toEqual([]);
  });
});
