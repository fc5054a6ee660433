import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The connection has two seconds to answer, and a heartbeat would tell after six at the earliest. */
const ASKED_MS = 5000;

describe('the state of the line', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Line', handle: 'ann_line' });
  });

  /** What axe finds in either theme, on a desktop and on a phone, while the page says these words. */
  async function faults(page: Page, words: string): Promise<string[]> {
    const found: string[] = [];
    for (const [theme, size] of [
      ['dark', DESKTOP],
      ['light', PHONE],
    ] as const) {
      await page.setViewportSize(size);
      await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
      await page.getByText(words).first().waitFor();
      found.push(...(await findAccessibilityViolations(page)).map((fault) => `${theme} ${fault}`));
    }
    return found;
  }

  it('[LIVE-7] says what waits while one is offline, and that nothing was missed afterwards', async () => {
    const { page } = ann;
    // The code of the popup comes when the page is idle, or with its first opening.
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.context().setOffline(true);
    for (const text of ['waiting one', 'waiting two']) await postCrud(page, text);
    expect(await faults(page, 'You are offline. Two cruds are waiting.')).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('Back. Nothing was missed.').waitFor();
    await page.getByText('You are offline').waitFor({ state: 'hidden' });
  });

  it('[LIVE-11] says that one is offline as soon as the connection did not answer, and not on the browser’s word', async () => {
    const { page } = ann;
    const live = page.getByText('Live', { exact: true });
    await live.waitFor();
    // A network went, and another one is there.
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.getByText('You are offline').count()).toBe(0);
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor({ timeout: ASKED_MS });
    await page.context().setOffline(false);
    await live.waitFor();
  });

  it('[LIVE-7] says that it tries again, then that it asks, and how far it is', async () => {
    const { page } = ann;
    let silent = true;
    let blocked = true;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (blocked) void socket.close({ code: 1001 });
      else socket.connectToServer();
    });
    await page.route(/\/api\/sync/, (route) => (silent ? route.abort() : route.fallback()));
    await page.reload();
    expect(await faults(page, 'Reconnecting. Your cruds wait here until it works.')).toEqual([]);
    silent = false;
    expect(await faults(page, 'Live updates are blocked here.')).toEqual([]);
    blocked = false;
    await page.reload();
    await page.setViewportSize(DESKTOP);
    await page
      .getByTitle(/^Caught up to #\d+$/)
      .getByText('Live', { exact: true })
      .waitFor();
  });

  it('[LIVE-14] what could not be had while one was offline comes by itself once one is back', async () => {
    const { page } = ann;
    for (const name of ['Notifications', 'Profile', 'Messages']) {
      await page.goto('/about');
      await page.getByRole('heading', { name: 'About!' }).waitFor();
      const failing = (route: Route) => route.abort();
      await page.route(/\/api\/(activities|message_groups)/, failing);
      await page.getByRole('link', { name }).first().click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute(/\/api\/(activities|message_groups)/, failing);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'hidden' });
    }
  });
});
