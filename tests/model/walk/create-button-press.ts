import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** The page time that an element gets to appear while the clock is paused, in milliseconds. */
const TICK_MS = 20;

/** Presses a button by its text once it is enabled, on a page that is hydrated: before, the press would wait for the paused clock. */
export function createButtonPress(page: Page, name: string): () => Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const isReady = async () => {
    const isHydrated = await page.evaluate(() => document.getElementById('waiting') === null);
    if (isHydrated && (await button.isVisible()) && (await button.isEnabled())) return true;
    await page.clock.runFor(TICK_MS);
    return false;
  };
  return async () => {
    await until(isReady, { what: `the button ${name} can be pressed` });
    await button.click();
  };
}
