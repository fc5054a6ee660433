import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('accessibility', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Access', handle: 'ann_access' });
    const body = { user_handle: ann.self.handle, message: 'Hello #AWS', ttl: '1-day' } as const;
    await ann.self.callOk('createActivity', { body });
  });

  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );

  it('[ACCESS-2] the first tab stop skips to the content', async () => {
    const { page } = ann;
    await page.goto('/');
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('Tab');
    await waitUntilFocused(page.getByText('Skip to the cruds'));
    await page.keyboard.press('Enter');
    await waitUntilFocused(page.locator('#main'));
  });

  it('[ACCESS-3] a dialog keeps the focus while open and returns it when closed', async () => {
    const { page } = ann;
    const opener = page.getByRole('button', { name: 'Crud', exact: true }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await waitUntilFocused(dialog.getByRole('textbox'));
    for (let stop = 0; stop < 6; stop++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    }
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await waitUntilFocused(opener);
  });

  it('[ACCESS-4] menus are operated by arrow keys, and the profile box opens and closes by Enter', async () => {
    const { page } = ann;
    const more = page.locator('.nav').getByLabel('More');
    await more.focus();
    await page.keyboard.press('Enter');
    const at = (entry: string) =>
      until(async () => (await focused(page)) === entry, { what: `the focus is on ${entry}` });
    await at('Dark');
    await page.keyboard.press('ArrowDown');
    await at('Light');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await waitUntilFocused(more);
    const box = page.getByRole('button', { name: /Ann Access @ann_access/ });
    const signOut = page.getByRole('button', { name: 'Sign Out' });
    await box.focus();
    await page.keyboard.press('Enter');
    await signOut.waitFor();
    await page.keyboard.press('Escape');
    await signOut.waitFor({ state: 'detached' });
    await box.click();
    await signOut.waitFor();
    await box.click();
    await signOut.waitFor({ state: 'detached' });
  });

  it('[ACCESS-5] focus in the header of a page does not move the content being read', async () => {
    const { page, self } = ann;
    for (let count = 0; count < 12; count++)
      await self.callOk('createActivity', {
        body: { user_handle: self.handle, message: `Line ${String(count)}`, ttl: '1-day' },
      });
    await page.getByText('Line 11', { exact: true }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 600));
    await page.getByRole('button', { name: 'Pause live updates' }).focus();
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  });

  it('[ACCESS-12] while a dialog is open, the pointer reaches nothing of the page below', async () => {
    const { page } = ann;
    /** The number of times of cruds that receive the pointer at their own position. */
    const reached = () =>
      page.locator('article .time-left time').evaluateAll((all) => {
        const isReached = (element: Element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        };
        return all.filter(isReached).length;
      });
    const before = await reached();
    expect(before).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await reached()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await until(async () => (await reached()) === before, { what: 'the pointer reaches the page again' });
  });

  it('[ACCESS-7] when the focused crud is burned, the next one receives the focus', async () => {
    const { page, self } = ann;
    await page.goto('/');
    const cruds = page.getByRole('article');
    await cruds
      .first()
      .getByRole('link', { name: /Open this crud/ })
      .focus();
    const [activity_uuid, next] = await cruds.evaluateAll((all) => all.map((one) => one.dataset.crud ?? ''));
    await self.callOk('burnActivity', { params: { activity_uuid: activity_uuid ?? '' } });
    const holder = () => page.evaluate(() => document.activeElement?.closest('article')?.dataset.crud);
    await until(async () => (await holder()) === next, { what: 'the next crud has focus' });
  });
});
