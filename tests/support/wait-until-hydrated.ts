import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Asks for the hydration of a server-rendered page by a key that does nothing else, and waits for it. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await until(() => page.evaluate(() => document.getElementById('waiting') === null), {
    what: 'the page is hydrated',
  });
}
