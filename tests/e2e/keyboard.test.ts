import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('keyboard shortcuts', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Keys', handle: 'ann_keys' });
    ({ page } = ann);
    for (const message of ['third', 'second', 'first']) await write(message);
  });
  beforeEach(async () => {
    await page.goto('/');
    await page.getByText('third', { exact: true }).waitFor();
  });

  const write = (message: string) =>
    ann.self.callOk('createActivity', { body: { user_handle: ann.self.handle, message, ttl: '1-day' } });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** The text of the focused crud. */
  const at = () =>
    page.evaluate(() => document.activeElement?.closest('article')?.querySelector('.crud-text')?.textContent);
  const untilAt = (text: string) =>
    until(async () => (await at()) === text, { what: `the focus is on ${text}` });
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const dialog = () => page.getByRole('dialog');

  it('[KEYS-1] j and k move through the cruds, l likes, r replies, o opens', async () => {
    await press('j');
    await untilAt('first');
    await press('j', 'j', 'k');
    await untilAt('second');
    await press('l');
    await page.locator('[data-action=like][aria-pressed=true]').waitFor();
    await press('r');
    await dialog().getByText('second').waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await untilAt('second');
    await press('o');
    await title('Crud');
    await page.locator('.post [data-action=like][aria-pressed=true]').waitFor();
    await press('l');
    await page.locator('.post [data-action=like][aria-pressed=false]').waitFor();
  });

  it('[KEYS-1] a dot scrolls to the new cruds', async () => {
    await page.getByRole('button', { name: 'Pause live updates' }).click();
    const bob = await e2e.app.signUp({ name: 'Bob Keys', handle: 'bob_keys' });
    await bob.callOk('createActivity', {
      body: { user_handle: 'bob_keys', message: 'fresh', ttl: '1-day' },
    });
    await page.getByText('1 new crud').waitFor();
    await press('.');
    await page.getByText('fresh', { exact: true }).waitFor();
    await press('j');
    await untilAt('fresh');
  });

  it('[KEYS-2] g and a letter open a screen, n opens the composer, a slash searches, a question mark lists the shortcuts', async () => {
    for (const [letter, name] of [
      ['n', 'Notifications'],
      ['p', 'Ann Keys'],
      ['s', 'Settings'],
      ['m', 'Messages'],
      ['h', 'Home'],
    ] as const) {
      await press('g', letter);
      await title(name);
    }
    await press('/');
    await waitUntilFocused(page.locator('[name=term]').filter({ visible: true }));
    await page.getByRole('main').focus();
    await press('n');
    await dialog().getByRole('textbox', { name: 'Your crud' }).waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await press('Shift+?');
    await dialog().getByText('Your profile').waitFor();
    expect(await dialog().locator('dt').count()).toBe(15);
  });

  it('[KEYS-3] no shortcut fires in a field, a dialog or a menu, nor with a modifier held', async () => {
    await press('n');
    await dialog().getByRole('textbox').waitFor();
    await page.keyboard.type('jkl g h ?');
    expect(await dialog().getByRole('textbox').inputValue()).toBe('jkl g h ?');
    await dialog().getByRole('button', { name: 'Close' }).focus();
    await press('g', 's', '?');
    expect(await dialog().count()).toBe(1);
    await press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await press('Control+j', 'Alt+j', 'Meta+j');
    expect(await at()).toBeUndefined();
    await page.locator('.nav').getByLabel('More').focus();
    await press('Enter');
    await page.getByRole('menu').waitFor();
    await press('g', 's', 'Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('[KEYS-6] a device with a touch screen alone has no entry for shortcuts', async () => {
    const listEntries = async () => {
      await page.locator('.nav').getByLabel('More').click();
      await page.getByRole('menu').waitFor();
      const entries = await page.getByRole('menuitem').allInnerTexts();
      await press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      return entries.map((text) => text.trim().split('\n')[0]);
    };
    expect(await listEntries()).toContain('Shortcuts');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    expect(await listEntries()).not.toContain('Shortcuts');
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await devtools.detach();
  });

  it('[KEYS-4] shortcuts can be switched off for the browser, and on again', async () => {
    const second = await page.context().newPage();
    await second.goto('/');
    await second.getByText('third', { exact: true }).waitFor();
    const turn = async () => {
      await page.locator('.nav').getByLabel('More').click();
      await page.getByRole('menuitem', { name: 'Shortcuts' }).click();
      await dialog().getByRole('switch', { name: 'Use shortcuts' }).press('Space');
      await press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    };
    await turn();
    await until(() => second.evaluate(() => document.documentElement.dataset.shortcuts === 'off'), {
      what: 'the other tab follows',
    });
    await second.keyboard.press('n');
    await press('j', 'n', 'g', 's');
    expect([await at(), await dialog().count(), new URL(page.url()).pathname]).toEqual([undefined, 0, '/']);
    expect(await second.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('.search kbd').isVisible()).toBe(false);
    await turn();
    await press('n');
    await dialog().waitFor();
    await second.close();
    expect(ann.consoleProblems).toEqual([]);
  });
});
