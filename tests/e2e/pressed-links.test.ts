import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chunkPath, holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('a pressed link', () => {
  const e2e = setUpE2e();
  let page: Page;
  beforeAll(async () => {
    await e2e.app.signUp({ name: 'Bob Pressed', handle: 'bob_pressed' });
    const ann = await e2e.openSignedInBrowser({ name: 'Ann Pressed', handle: 'ann_pressed' });
    await ann.self.callOk('sendMessage', { body: { message: 'Open me.', handle: 'bob_pressed' } });
    ({ page } = ann);
  });

  it('[NAV-4] of the navigation is highlighted before its screen, and one that opens a tab is not', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' }).first();
    const link = (name: string) => nav.getByRole('link', { name, exact: true });
    const highlighted = () =>
      nav.locator('[aria-current]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const release = await holdRequests(page, '**/static/js/notifications*');
    for (const pressed of ['Cruddur, home', 'Home']) {
      await page.goto('/settings');
      const settings = page.getByRole('heading', { name: 'Settings' });
      await settings.waitFor();
      await link('Notifications').click();
      expect(await highlighted()).toEqual(['Notifications']);
      expect(await settings.count()).toBe(1);
      await link(pressed).click();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      expect(await highlighted()).toEqual(['Home']);
    }
    release();
    await page.unroute('**/static/js/notifications*');
    const opened = page.context().waitForEvent('page');
    await link('Profile').click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    expect(await highlighted()).toEqual(['Home']);
  });

  it('[NAV-4] is not highlighted any more after a return to the page on which it was pressed', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' }).first();
    await page.goto('/');
    await nav.getByRole('link', { name: 'Notifications', exact: true }).click();
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await nav.locator('[aria-current]').getAttribute('aria-label')).toBe('Home');
  });

  it('[NAV-4] of a conversation is highlighted before its messages are shown', async () => {
    await page.goto('/messages');
    const row = page.getByRole('link', { name: /Bob Pressed/ });
    const release = await holdRequests(page, chunkPath('conversation'));
    await row.click();
    expect(await row.getAttribute('aria-current')).toBe('true');
    expect(await page.getByRole('log').count()).toBe(0);
    release();
    await page.getByRole('log').getByText('Open me.').waitFor();
    expect(await page.locator('.conversation-row[aria-current]').count()).toBe(1);
  });
});
