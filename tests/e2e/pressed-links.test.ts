import { describe, expect, it } from 'vitest';
import { chunkPath, holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('a pressed link', () => {
  const e2e = setUpE2e();

  it('of the navigation and of the conversations is highlighted before its screen is loaded', async () => {
    await e2e.app.signUp({ name: 'Bob Pressed', handle: 'bob_pressed' });
    const { page, self } = await e2e.openSignedInBrowser({ name: 'Ann Pressed', handle: 'ann_pressed' });
    await self.callOk('sendMessage', { body: { message: 'Open me.', handle: 'bob_pressed' } });
    const nav = page.getByRole('navigation', { name: 'Main' }).first();
    const link = (name: string) => nav.getByRole('link', { name, exact: true });
    const title = (name: string) => page.locator('#root').getByRole('heading', { level: 1, name });
    const highlighted = () =>
      nav.locator('[aria-current]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const releaseNotifications = await holdRequests(page, '**/static/js/notifications*');
    const releaseList = await holdRequests(page, chunkPath('conversation-list'));
    const releaseConversation = await holdRequests(page, chunkPath('conversation'));
    await page.goto('/settings');
    await title('Settings').waitFor();
    for (const pressed of ['Cruddur, home', 'Home']) {
      await link('Notifications').click();
      expect(await highlighted()).toEqual(['Notifications']);
      expect(await title('Notifications').count()).toBe(0);
      await link(pressed).click();
      await title('Home').waitFor();
      expect(await highlighted()).toEqual(['Home']);
    }
    releaseNotifications();
    const opened = page.context().waitForEvent('page');
    await link('Profile').click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    expect(await highlighted()).toEqual(['Home']);
    // Also after a return to the page on which another one was pressed.
    await link('Notifications').click();
    await title('Notifications').waitFor();
    await page.goBack();
    await title('Home').waitFor();
    expect(await highlighted()).toEqual(['Home']);

    await page.goto('/messages');
    await page.locator('#root .skeleton').first().waitFor();
    expect(await title('Messages').count()).toBe(1);
    releaseList();
    await page.getByRole('button', { name: 'New message' }).first().waitFor();
    const row = page.getByRole('link', { name: /Bob Pressed/ });
    await row.click();
    expect(await row.getAttribute('aria-current')).toBe('true');
    expect(await page.getByRole('log').count()).toBe(0);
    releaseConversation();
    await page.getByRole('log').getByText('Open me.').waitFor();
    expect(await page.locator('.conversation-row[aria-current]').count()).toBe(1);
  });
});
