import type { Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * Asks for the hydration of a server-rendered page by a key that does nothing else, and waits for it.
 * @param beforeEachCheck advances the page's clock, if it is a simulated one
 */
export async function waitUntilHydrated(page: Page, beforeEachCheck?: () => Promise<void>): Promise<void> {
  await page.keyboard.press('Shift');
  const isHydrated = async () => {
    await beforeEachCheck?.();
    return page.evaluate(() => document.getElementById('waiting') === null);
  };
  await until(isHydrated, { what: 'the page is hydrated' });
}
