import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpE2e } from './set-up-e2e.ts';

describe('consistency between the tabs of a browser', () => {
  const e2e = setUpE2e();

  it('[SCREEN-3] all titles begin with the unread count that the badges show', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Title', handle: 'ann_title' });
    const bob = await e2e.app.signUp({ name: 'Bob Title', handle: 'bob_title' });
    const first = ann.page;
    const second = await first.context().newPage();
    await second.goto('/@ann_title');
    await first.waitForFunction(() => document.title === 'Home · Cruddur');
    const body = { user_handle: 'bob_title', message: 'hello @ann_title', ttl: '1-day' } as const;
    await bob.callOk('createActivity', { body });
    await bob.callOk('sendMessage', { body: { handle: 'ann_title', message: 'hello' } });
    await bob.callOk('sendMessage', { body: { handle: 'ann_title', message: 'again' } });
    await first.waitForFunction(() => document.title === '(3) Home · Cruddur');
    await second.waitForFunction(() => document.title === '(3) @ann_title · Cruddur');
    await first.getByRole('link', { name: 'Messages, 2 new' }).first().waitFor();
    await first.getByRole('link', { name: 'Notifications, 1 new' }).first().click();
    await first.waitForFunction(() => document.title === '(2) Notifications · Cruddur');
    await second.waitForFunction(() => document.title === '(2) @ann_title · Cruddur');
  });

  it('[SCREEN-9] all tabs show the appearance chosen in one of them, frame and menu included', async () => {
    await using bea = await e2e.openSignedInBrowser({ name: 'Bea Title', handle: 'bea_title' });
    const first = bea.page;
    const second = await first.context().newPage();
    await second.goto('/');
    await second.getByText('Live', { exact: true }).waitFor();
    const choices = async (page: Page) => {
      await page.locator('.nav').getByLabel('More').click();
      return page.getByRole('menuitemradio');
    };
    await (await choices(first)).filter({ hasText: 'Light' }).click();
    for (const page of [first, second]) {
      await page.locator('html[data-theme=light]').waitFor();
      await page.locator('meta[name=theme-color][content="#f3eefa"]').nth(1).waitFor({ state: 'attached' });
    }
    await (await choices(second)).and(second.locator('[aria-checked=true]')).getByText('Light').waitFor();
    await second.reload();
    await second.locator('html[data-theme=light]').waitFor();
    expect(bea.consoleProblems).toEqual([]);
  });
});
