import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOfCases } from '../support/sample-of-cases.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { contextDefaults } from './test-browser.ts';

describe('empty lists', () => {
  const e2e = setUpE2e();
  let page: Page;
  beforeAll(async () => {
    ({ page } = await e2e.openSignedInBrowser({ name: 'Ann Empty', handle: 'ann_empty' }));
  });

  it.each(['/', '/notifications', '/@ann_empty'])('[FEED-16] %s shows what to do about it', async (path) => {
    await page.goto(path);
    await page.getByText('Nothing to see here yet').waitFor();
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Write a crud' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your crud' }).waitFor();
    await page.keyboard.press('Escape');
    await main.getByRole('link', { name: 'Find people' }).click();
    await page.waitForURL('/search');
  });

  it('[FEED-16] a phone without conversations can start one', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/messages');
    await page.getByText('Nothing to see here yet').waitFor();
    await page.getByRole('main').getByText('New message', { exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
  });

  it('[FEED-16] a wide page without conversations has one button that starts one', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/messages');
    await page.getByText('Nothing to see here yet').waitFor();
    const buttons = page.getByRole('main').getByRole('button', { name: 'New message' });
    expect(await buttons.filter({ visible: true }).count()).toBe(1);
  });

  it('[TALK-13] a conversation without messages shows a hint until the first message', async () => {
    await e2e.app.signUp({ name: 'Bob Empty', handle: 'bob_empty' });
    await page.goto('/messages/new/bob_empty');
    const nothing = page.getByText('Nothing to see here yet').filter({ visible: true });
    await nothing.waitFor();
    await page.getByText('Say the first thing. Unlike a crud, it stays.').waitFor();
    await page.getByPlaceholder('send a direct message...').fill('Hello there');
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.getByRole('log').getByText('Hello there').waitFor();
    expect(await page.getByRole('log').getByText('Nothing to see here yet').count()).toBe(0);
  });

  it('[SCREEN-4] on a phone, the form of an auth page begins in the upper quarter of the screen', async () => {
    const context = await e2e.browser.newContext({
      ...contextDefaults,
      baseURL: e2e.app.url,
      viewport: { width: 390, height: 844 },
    });
    const visitor = await context.newPage();
    for (const path of sampleOfCases(['/signup', '/confirm', '/signin', '/forgot'], 2)) {
      await visitor.goto(path);
      const box = await visitor.getByRole('heading', { level: 1 }).boundingBox();
      expect(box?.y).toBeLessThan(844 / 4);
    }
    await context.close();
  });
});
