import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Waits until the server-rendered page is hydrated; earlier presses and hovers have no effect. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await until(() => page.evaluate(() => document.getElementById('waiting') === null), {
    what: 'the page is hydrated',
  });
}
