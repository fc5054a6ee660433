import type { PushPayload } from '@cruddur/shared';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/services/chromium.ts';
import { findWholeChromium } from '../support/services/find-chromium.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { openNotifiedBrowser, readShown, readShownByWorker } from './notified-browser.ts';
import type { NewPerson } from './test-browser.ts';

const chromium = findWholeChromium();
let app: TestApp;
let browser: Browser;

const GROUP = '00000000-0000-4000-8000-0000000000aa';
const payload = (part: Partial<PushPayload> = {}): PushPayload => ({
  ...{ kind: 'messages', path: `/messages/${GROUP}`, tag: `messages ${GROUP}`, until: null, unread: 2 },
  ...part,
});

async function openNotified(self: NewPerson) {
  await app.signUp(self);
  const notified = await openNotifiedBrowser({ browser, app }, self);
  const deliver = (content: unknown) => notified.deliver(JSON.stringify(content));
  return { ...notified, deliver };
}

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
    const both = await until(
      async () => {
        const found = await readShownByWorker(page.context());
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
