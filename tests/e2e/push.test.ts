import type { PushPayload } from '@cruddur/shared';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/services/chromium.ts';
import { findWholeChromium } from '../support/services/find-chromium.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { waitForServiceWorker } from './pending-cruds.ts';
import { openBrowser, signInByForm } from './test-browser.ts';

const chromium = findWholeChromium();
let app: TestApp;
let browser: Browser;

const GROUP = '00000000-0000-4000-8000-0000000000aa';
const payload = (part: Partial<PushPayload> = {}): PushPayload => ({
  ...{ kind: 'messages', path: `/messages/${GROUP}`, tag: `messages ${GROUP}`, until: null, unread: 2 },
  ...part,
});

/** A signed-in browser whose service worker runs, and which may show notifications. */
async function openNotified(self: { name: string; handle: string }) {
  await app.signUp(self);
  const opened = await openBrowser(browser, app.url, { serviceWorkers: 'allow' });
  const { page } = opened;
  await page.context().grantPermissions(['notifications'], { origin: app.url });
  await signInByForm(page, self);
  await page.getByText('Live', { exact: true }).waitFor();
  await waitForServiceWorker(page);
  const client = await page.context().newCDPSession(page);
  const registrationId = await findRegistration(client);
  /** As the browser's push service delivers it. */
  const deliver = (content: unknown) =>
    client.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: app.url, registrationId, data: JSON.stringify(content) },
    });
  return { page, deliver, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

async function findRegistration(client: CDPSession): Promise<string> {
  let found: string | undefined;
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    found = registrations.find(
      ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(app.url),
    )?.registrationId;
  });
  await client.send('ServiceWorker.enable');
  return until(() => found, { what: 'the service worker is registered' });
}

/** The notifications that the browser shows. */
const readShown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

describe.skipIf(chromium === undefined)('notifications of a browser', () => {
  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), launchChromium(chromium)]);
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  it('[PUSH-12] a push to a browser without a page of the site shows a notification, without text or name', async () => {
    await using notified = await openNotified({ name: 'Ann Closed', handle: 'ann_closed' });
    const { page, deliver } = notified;
    // Headless Chromium shows every page as visible, so the site has none.
    await page.goto('about:blank');
    await deliver(payload());
    await deliver(payload({ unread: 3 }));
    await deliver(payload({ kind: 'replies', tag: 'replies x', path: '/@ann_closed/status/x' }));
    await deliver(payload({ kind: 'mentions', tag: 'mentions y', until: new Date(0).toISOString() }));
    await deliver({ unknown: true });
    // A worker that restarts in between is asked again.
    const shown = async () => {
      const worker = page.context().serviceWorkers().at(-1);
      const found = worker?.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
      });
      return (await found?.catch(() => null)) ?? [];
    };
    const both = await until(
      async () => {
        const found = await shown();
        return found.length === 2 && found;
      },
      { what: 'two notifications are shown' },
    );
    expect(both.toSorted((one, next) => one.tag.localeCompare(next.tag))).toEqual([
      { title: 'New message', body: '', tag: `messages ${GROUP}` },
      { title: 'New reply to your crud', body: '', tag: 'replies x' },
    ]);
  });

  it('[PUSH-14] a visible page shows it instead, and a page closes what was read', async () => {
    await using notified = await openNotified({ name: 'Bob Visible', handle: 'bob_visible' });
    const { page, deliver } = notified;
    await deliver(payload());
    // A notification from before the page was opened.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const data = { kind: 'messages', path: '/messages/x', until: null };
      await registration.showNotification('New message', { tag: 'before', data });
    });
    expect((await readShown(page)).map(({ tag }) => tag)).toEqual(['before']);
    // Nothing is unread.
    await page.reload();
    await until(async () => (await readShown(page)).length === 0, { what: 'it is closed' });
  });

  it('[PUSH-13] the settings turn notifications on with a press, and say why it failed', async () => {
    await using notified = await openNotified({ name: 'Cleo Settings', handle: 'cleo_settings' });
    const { page } = notified;
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'Notifications' });
    await section.getByRole('button', { name: 'Turn on notifications' }).click();
    // Without a connection to the browser's push service the subscription fails.
    await section.getByText('Registration failed').waitFor();
    await section.getByRole('button', { name: 'Turn on notifications' }).waitFor();
  });
});
