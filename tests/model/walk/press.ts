import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** How much of the time that stands still a page is given while something is not there yet, in milliseconds. */
const TICK_MS = 20;

/** The press of a button by its words, once it is there; whatever keeps it from being pressed then is waited out. */
export function pressOn(page: Page, name: string): () => Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const isThere = async () => {
    if (await button.isVisible()) return true;
    // What waits for a moment before it is shown would wait for ever.
    await page.clock.runFor(TICK_MS);
    return false;
  };
  return async () => {
    await until(isThere, { what: `the button ${name} is there` });
    await button.click();
  };
}
