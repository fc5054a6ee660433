import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Waits until the program has taken over the page that the server made; what was pressed or hovered before goes nowhere. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await until(() => page.evaluate(() => document.getElementById('waiting') === null), {
    what: 'the program has taken the page over',
  });
}
