import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** How much of the time that stands still a page is given while something is not there yet, in milliseconds. */
const TICK_MS = 20;

/** The press of a button by its words, once it can be pressed, which on a page that was just opened the program decides. */
export function createButtonPress(page: Page, name: string): () => Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const isReady = async () => {
    if ((await button.isVisible()) && (await button.isEnabled())) return true;
    // What waits for a moment would wait for ever.
    await page.clock.runFor(TICK_MS);
    return false;
  };
  return async () => {
    await until(isReady, { what: `the button ${name} can be pressed` });
    await button.click();
  };
}
