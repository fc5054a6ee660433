import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { measureLayoutShift } from '../../support/measure-layout-shift.ts';
import { waitUntilHydrated } from '../../support/wait-until-hydrated.ts';

/** A mid-range phone on a slow connection. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const PHONE = { width: 390, height: 844 };
const CPU_SLOWDOWN = 4;
/** Other load on the machine may prolong a visit; only the ratio counts. */
const VISIT_MS = 120_000;

export interface Visit {
  /** Milliseconds from the click to the first text. */
  firstPaint: number;
  /** Cumulative layout shift, once the page is complete. */
  shift: number;
}

/** One visit by a browser without stored data, except that of `options`. */
export async function measureSlowVisit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'networkidle', timeout: VISIT_MS });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  await waitUntilHydrated(page);
  await page.waitForLoadState('networkidle');
  const visit = { firstPaint: await readFirstPaint(page), shift: await measureLayoutShift(page) };
  await context.close();
  return visit;
}

function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
}
