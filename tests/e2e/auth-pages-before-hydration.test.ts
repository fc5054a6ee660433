import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { measureLayoutShift } from '../support/measure-layout-shift.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { emailOf, PASSWORD } from './test-browser.ts';
import { measureLongestTasks } from './page-performance.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The shares of short tasks are exact on a slow processor only. */
const SLOWDOWN = 4;
const EVE = { name: 'Eve First', handle: 'eve_first_gate' };

describe('an auth page before hydration', () => {
  const e2e = setUpE2e();

  /** Opens a page whose scripts are held back. @returns a function that releases them */
  async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/static/js/**', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('.card h1').waitFor();
    return async () => {
      release();
      await waitUntilHydrated(page);
    };
  }

  it('[PAINT-15] keeps typed text and uses it', async () => {
    await e2e.app.signUp(EVE);
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const comes = await openHeld(page, '/signin');
    const password = page.getByLabel('Password', { exact: true });
    await page.getByLabel('Email').fill(emailOf(EVE));
    await password.pressSequentially(PASSWORD);
    await comes();
    expect(await password.inputValue()).toBe(PASSWORD);
    await password.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[PAINT-37] keeps no space for a scrollbar; the pages that follow do, and a dialog locks their scroll', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const readRootStyle = () =>
      page.evaluate(() => {
        const { scrollbarGutter, overflowY } = getComputedStyle(document.documentElement);
        return { scrollbarGutter, overflowY };
      });
    for (const path of ['/signin', '/signup', '/confirm', '/forgot']) {
      const comes = await openHeld(page, path);
      expect(await readRootStyle(), path).toMatchObject({ scrollbarGutter: 'auto' });
      await comes();
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

  it('[PAINT-15] keeps typed text in several fields and validates it', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const comes = await openHeld(page, '/signup');
    const typed = { Name: 'Fay First', Email: 'fay@example.com', Username: 'fay_first', Password: PASSWORD };
    for (const [label, text] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(text);
    await comes();
    await page.getByRole('status').filter({ hasText: '@fay_first is free.' }).waitFor();
    for (const [label, text] of Object.entries(typed))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it.each(['/signin', '/signup', '/confirm', '/forgot', '/forgot?email=eve%40example.com&step=code'])(
    '[PAINT-16] %s accepts no submit, and no way of submitting puts a value into the address',
    async (path) => {
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      await openHeld(page, path);
      for (const button of await page.locator('.card .btn').all())
        expect(await button.isDisabled()).toBe(true);
      const inputs = page.locator('.card input:visible');
      for (const input of await inputs.all()) await input.fill('483920');
      await inputs.last().press('Enter');
      expect(await inputs.last().inputValue()).toBe('483920');
      // As browser extensions do, without a button.
      const again = page.waitForEvent('framenavigated');
      await page.locator('.card').evaluate((form: HTMLFormElement) => form.submit());
      await again;
      expect(page.url()).toBe(`${e2e.app.url}${path}`);
      await page.locator('.card h1').waitFor();
    },
  );

  it.each([true, false])('[PAINT-12] does not shift where passkeys are available: %s', async (areThere) => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    if (!areThere) await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    const comes = await openHeld(page, '/signin');
    const button = page.getByRole('button', { name: 'Use a passkey' });
    expect(await button.isVisible()).toBe(areThere);
    const before = await page.locator('.card').boundingBox();
    await comes();
    await until(async () => (await page.locator('.card .needs-passkeys').count()) === (areThere ? 1 : 0), {
      what: 'the client has validated the username',
    });
    expect(await button.isVisible()).toBe(areThere);
    expect(await page.locator('.card').boundingBox()).toEqual(before);
    expect(await measureLayoutShift(page)).toBeLessThanOrEqual(0.01);
  });

  it.each(['/signin', '/signup'])('[PAINT-34] %s is hydrated in slices', async (path) => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const comes = await openHeld(page, path);
    const tasks = await measureLongestTasks(e2e.browser, page, comes);
    // The longest one evaluates the program's file.
    const [, longest = NaN] = tasks;
    const sum = tasks.reduce((before, task) => before + task, 0);
    expect(longest, JSON.stringify(tasks)).toBeLessThanOrEqual(sum / 3);
  });
});
