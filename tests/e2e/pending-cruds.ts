import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/until.ts';
import { showNewCruds } from './test-browser.ts';

/** The label of an unsent crud. */
export const pendingBadges = (page: Page) => page.getByText('Waiting to be sent');

export const homeCards = (page: Page) => page.getByRole('feed', { name: 'Home' }).getByRole('article');

/** The texts of the home feed, from the top. */
export const readHomeTexts = (page: Page) => homeCards(page).locator('.crud-text').allInnerTexts();

/** Waits until no crud is pending and the home feed begins with these texts, each of them once. */
export async function waitUntilSent(page: Page, texts: string[]): Promise<void> {
  const isSent = async () => (await pendingBadges(page).count()) === 0;
  await until(isSent, { what: 'no crud is pending' });
  const hasTexts = async () => {
    await showNewCruds(page);
    return (await readHomeTexts(page)).slice(0, texts.length).join() === texts.join();
  };
  await until(hasTexts, { what: `the list begins with ${texts.join()}` });
  for (const text of texts) expect(await page.getByText(text, { exact: true }).count()).toBe(1);
}

/** Waits until the page's service worker has cached the whole build, so that the page opens without a connection. */
export function waitForServiceWorker(page: Page): Promise<true> {
  return until(() => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'), {
    what: 'the service worker is active',
    timeoutMs: 60_000,
  });
}
