import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdRequests } from './hold-requests.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { createOfflineSwitch } from './offline-switch.ts';
import { waitUntilSent } from './pending-cruds.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The height of a header without a notice, at most. */
const HEADER = 61;

describe('a page whose connection or requests fail', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Line', handle: 'ann_line' });
    ({ page } = ann);
  });
  beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

  const live = (on: Page) => on.getByText('Live', { exact: true });
  const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).first();
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const again = () => page.getByRole('button', { name: 'Try again' });

  /** Waits for the notice, and for its place within the header, which is as high as without it, also on a phone. */
  async function waitForNotice(on: Page, words: string): Promise<void> {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      await on.setViewportSize(size);
      await on.getByText(words).first().waitFor();
      const [header, notice] = await Promise.all(
        ['.page-header', '.connection-pill'].map((part) => on.locator(part).boundingBox()),
      );
      if (!header || !notice) throw new Error(`no header with ${words}`);
      expect(header.height).toBeLessThanOrEqual(HEADER);
      expect(notice.y).toBeGreaterThanOrEqual(header.y);
      expect(notice.y + notice.height).toBeLessThanOrEqual(header.y + header.height);
    }
  }

  it('[LIVE-7] shows what waits once it is offline, not on the browser’s word alone, and that nothing was missed', async () => {
    await using bob = await e2e.openSignedInBrowser({ name: 'Bob Line', handle: 'bob_line' });
    const network = await createOfflineSwitch(bob.page);
    await bob.page.reload();
    await live(bob.page).hover();
    await bob.page.getByTitle(/^Caught up to #\d+$/).waitFor();
    // As when a device moves from one network to another.
    await bob.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    // The chunk of the popup loads when the page is idle, or with its first opening.
    for (const text of ['opened before', 'not offline']) await postCrud(bob.page, text);
    await waitUntilSent(bob.page, ['not offline', 'opened before']);
    const open = async (text: string) => {
      const row = bob.page.getByRole('article').filter({ hasText: text });
      await row.getByText(text).click();
      await row.and(bob.page.locator('.post')).waitFor();
    };
    // Loads the code of the page.
    await open('opened before');
    await bob.page.goBack();
    expect(await bob.page.getByText('You are offline').count()).toBe(0);
    await network.goOffline();
    for (const text of ['waiting one', 'waiting two']) await postCrud(bob.page, text);
    await waitForNotice(bob.page, 'You are offline. Two cruds are waiting.');
    await bob.page.getByRole('button', { name: 'Like', exact: true }).first().click();
    await bob.page.locator('.toast').getByText('Your like wasn’t saved. You are offline.').waitFor();
    await open('not offline');
    await bob.page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await bob.page.goBack();
    await network.goOnline();
    await bob.page.getByText('Back. Nothing was missed.').waitFor();
    await bob.page.getByText('You are offline').waitFor({ state: 'hidden' });
    await live(bob.page).waitFor();
  });

  it('[LIVE-7] shows reconnecting, then polling', async () => {
    await using cay = await e2e.openSignedInBrowser({ name: 'Cay Line', handle: 'cay_line' });
    let isUnanswered = true;
    await cay.page.routeWebSocket(/socket\.io/, (socket) => socket.close({ code: 1001 }));
    await cay.page.route(/\/api\/sync/, (route) => (isUnanswered ? route.abort() : route.fallback()));
    await cay.page.reload();
    await waitForNotice(cay.page, 'Reconnecting. What you write will be sent afterwards.');
    isUnanswered = false;
    await waitForNotice(cay.page, 'No live updates right now.');
  });

  it('a list that fails to load shows no “Live” but the error, and loads on retry or once the connection is back', async () => {
    const sessions = '**/api/users/me/sessions';
    await page.route(sessions, (route) => route.fulfill({ status: 500, json: ['generic_500'] }));
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'Where you’re signed in' });
    await section
      .getByRole('alert')
      .getByText('An internal server error has occured', { exact: true })
      .waitFor();
    await page.unroute(sessions);
    await section.getByRole('button', { name: 'Try again' }).click();
    await section.getByText('This device').waitFor();

    const home = '**/api/activities/home*';
    await page.route(home, (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.goto('/');
    await heading('An internal server error has occured');
    expect(await live(page).count()).toBe(0);
    await page.unroute(home);
    await again().click();
    await live(page).waitFor();

    for (const name of ['Notifications', 'Messages']) {
      const lists = /\/api\/(activities|message_groups)/;
      await page.route(lists, (route) => route.abort());
      await link(name).click();
      await again().waitFor();
      await page.unroute(lists);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await again().waitFor({ state: 'hidden' });
    }
  });

  it('a screen whose chunk is loading is announced; one that cannot be loaded is named, and loads on a reload', async () => {
    await page.goto('/');
    await live(page).waitFor();
    const release = await holdRequests(page, '**/static/js/settings*');
    await link('More').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const bar = page.getByRole('progressbar', { name: 'Loading' });
    await bar.waitFor();
    release();
    await heading('Settings');
    expect(await bar.count()).toBe(0);

    await page.route('**/static/js/notifications*', (route) => route.abort());
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('Loading chunk 2 failed {'));
    await link('Notifications').click();
    await heading('Unexpected Application Error!');
    await page.getByText('This page didn’t load.').waitFor();
    await page.getByText('Loading chunk 2 failed').waitFor();
    expect((await logged).text()).toContain('cause');
    await page.unroute('**/static/js/notifications*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading('Notifications');
  });

  it('a popup whose chunk fails again is named, and opens after a reload with its draft', async () => {
    await page.goto('/');
    await live(page).waitFor();
    await page.getByRole('button', { name: 'Crud', exact: true }).click();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.fill('kept over a reload');
    await page.route('**/static/js/popups*', (route) => route.abort());
    await page.reload();
    await live(page).waitFor();
    await page.getByRole('button', { name: 'Crud', exact: true }).click();
    await page.getByText(/^Loading chunk \d+ failed$/).waitFor();
    await page.unroute('**/static/js/popups*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await live(page).waitFor();
    await page.getByRole('button', { name: 'Crud', exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe('kept over a reload');
  });
});
