import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { createOfflineSwitch, type OfflineSwitch } from './offline-switch.ts';
import { setUpE2e } from './set-up-e2e.ts';

const DESKTOP = { width: 1280, height: 900 };
/** The height of a header without a notice, at most. */
const HEADER = 61;
const PHONE = { width: 390, height: 844 };
/** The connection has two seconds to answer, and an outage is shown after three; a missed heartbeat is shown after nine at the earliest. */
const SHOWN_MS = 8000;

describe('the connection status', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let network: OfflineSwitch;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Line', handle: 'ann_line' });
    network = await createOfflineSwitch(ann.page);
    await ann.page.reload();
    await ann.page.getByText('Live', { exact: true }).waitFor();
  });

  /** The violations that axe finds in either theme, on a desktop and on a phone, while the page shows this text. */
  async function faults(page: Page, words: string): Promise<string[]> {
    const found: string[] = [];
    for (const [theme, size] of [
      ['dark', DESKTOP],
      ['light', PHONE],
    ] as const) {
      await page.setViewportSize(size);
      await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
      await page.getByText(words).first().waitFor();
      if (!(await isInHeader(page))) found.push(`${theme} notice outside of the header`);
      found.push(...(await findAccessibilityViolations(page)).map((fault) => `${theme} ${fault}`));
    }
    return found;
  }

  /** Whether the notice is within the header, which is as high as without it. */
  async function isInHeader(page: Page): Promise<boolean> {
    const [header, notice] = await Promise.all(
      ['.page-header', '.connection-pill'].map((part) => page.locator(part).boundingBox()),
    );
    if (!header || !notice) return false;
    return (
      notice.y >= header.y && notice.y + notice.height <= header.y + header.height && header.height <= HEADER
    );
  }

  it('[LIVE-7, LIVE-15] shows what waits while offline, and that nothing was missed afterwards', async () => {
    const { page } = ann;
    // The chunk of the popup loads when the page is idle, or with its first opening.
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await network.goOffline();
    for (const text of ['waiting one', 'waiting two']) await postCrud(page, text);
    expect(await faults(page, 'You are offline. Two cruds are waiting.')).toEqual([]);
    await network.goOnline();
    await page.getByText('Back. Nothing was missed.').waitFor();
    await page.getByText('You are offline').waitFor({ state: 'hidden' });
  });

  it('[LIVE-11] shows offline once the connection does not answer, and not on the browser’s word alone', async () => {
    const { page } = ann;
    const live = page.getByText('Live', { exact: true });
    await live.waitFor();
    // As when a device moves from one network to another.
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.getByText('You are offline').count()).toBe(0);
    await network.goOffline();
    await page.getByText('You are offline').waitFor({ timeout: SHOWN_MS });
    await network.goOnline();
    await live.waitFor();
  });

  it('[LIVE-7] shows reconnecting, then polling, and its position in the stream', async () => {
    const { page } = ann;
    let isUnanswered = true;
    let blocked = true;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (blocked) void socket.close({ code: 1001 });
      else socket.connectToServer();
    });
    await page.route(/\/api\/sync/, (route) => (isUnanswered ? route.abort() : route.fallback()));
    await page.reload();
    expect(await faults(page, 'Reconnecting. New cruds will be sent afterwards.')).toEqual([]);
    isUnanswered = false;
    expect(await faults(page, 'Live updates are blocked here.')).toEqual([]);
    blocked = false;
    await page.reload();
    await page.setViewportSize(DESKTOP);
    const live = page.locator('.live').getByText('Live', { exact: true });
    await live.hover();
    await page.getByTitle(/^Caught up to #\d+$/).waitFor();
  });

  it('[LIVE-14] a request that failed while offline is repeated automatically once the connection is back', async () => {
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
