import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../e2e/hold-requests.ts';
import { measureLongestTasks } from '../e2e/page-performance.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { measureLayoutShift } from '../support/measure-layout-shift.ts';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

/** The shares of short tasks are exact on a slow processor only. */
const SLOWDOWN = 4;

describe('the hydration of an auth page', () => {
  const e2e = setUpE2e();

  /** Opens a page whose scripts are held back. @returns a function that hydrates it */
  async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('.card h1').waitFor();
    return async () => {
      release();
      await waitUntilHydrated(page);
    };
  }

  it('keeps no space for a scrollbar; the pages that follow do, and a dialog locks their scroll', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const readRootStyle = () =>
      page.evaluate(() => {
        const { scrollbarGutter, overflowY } = getComputedStyle(document.documentElement);
        return { scrollbarGutter, overflowY };
      });
    for (const path of ['/signin', '/signup', '/confirm', '/forgot']) {
      const hydrate = await openHeld(page, path);
      expect(await readRootStyle(), path).toMatchObject({ scrollbarGutter: 'auto' });
      await hydrate();
      expect(await readRootStyle(), path).toMatchObject({ scrollbarGutter: 'auto' });
    }
    await page.getByRole('link', { name: 'Cruddur, home' }).first().click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await readRootStyle()).toEqual({ scrollbarGutter: 'stable', overflowY: 'visible' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await readRootStyle()).toEqual({ scrollbarGutter: 'stable', overflowY: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readRootStyle()).toEqual({ scrollbarGutter: 'stable', overflowY: 'visible' });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it.each([true, false])(
    '[PAINT-12] shifts nothing where passkeys are available: %s',
    async (arePasskeysThere) => {
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      if (!arePasskeysThere)
        await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
      const hydrate = await openHeld(page, '/signin');
      const button = page.getByRole('button', { name: 'Use a passkey' });
      expect(await button.isVisible()).toBe(arePasskeysThere);
      const before = await page.locator('.card').boundingBox();
      await hydrate();
      const count = arePasskeysThere ? 1 : 0;
      await until(async () => (await page.locator('.card .needs-passkeys').count()) === count, {
        what: 'the client knows whether there are passkeys',
      });
      expect(await button.isVisible()).toBe(arePasskeysThere);
      expect(await page.locator('.card').boundingBox()).toEqual(before);
      expect(await measureLayoutShift(page)).toBeLessThanOrEqual(0.01);
    },
  );

  it('happens in slices', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    for (const path of ['/signin', '/signup']) {
      const hydrate = await openHeld(page, path);
      const tasks = await measureLongestTasks(e2e.browser, page, hydrate);
      // The longest one evaluates the program's file.
      const [, longest = NaN] = tasks;
      const sum = tasks.reduce((before, task) => before + task, 0);
      expect(longest, JSON.stringify(tasks)).toBeLessThanOrEqual(sum / 3);
    }
  });
});
