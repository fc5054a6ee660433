import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/services/chromium.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { arrive, type Arrived } from './person.ts';

describe('writing a crud', () => {
  let app: TestApp;
  let browser: Browser;
  let ann: Arrived;
  let page: Page;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), launchChromium()]);
    ann = await arrive(browser, app, { name: 'Ann Compose', handle: 'ann_compose' });
    ({ page } = ann);
    await app.signUp({ name: 'Zoe Zebra', handle: 'zoe_zebra' });
    await app.signUp({ name: 'Zora Zimt', handle: 'zora_zimt' });
    const body = { user_handle: ann.self.handle, message: 'about #zeitgeist', ttl: '1-day' } as const;
    await ann.self.ask('createActivity', { body });
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  it('[COMPOSE-9] suggests people and hashtags, chosen by keys, and Escape leaves the text as it is', async () => {
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox');
    const options = dialog.getByRole('option');
    await page.keyboard.type('hello @zo');
    await options.first().waitFor();
    expect(await options.count()).toBe(2);
    const second = (await options.nth(1).textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe(`hello @${second.split('@')[1] ?? ''} `);
    await page.keyboard.type('on #zeit');
    await options.filter({ hasText: '#zeitgeist' }).waitFor();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'detached' });
    expect(await text.inputValue()).toMatch(/ on #zeit$/);
    await page.keyboard.type('g');
    await options.filter({ hasText: '#zeitgeist' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await text.inputValue()).toMatch(/ on #zeitgeist $/);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('article').filter({ hasText: 'hello' }).first().waitFor();
    expect(ann.complaints).toEqual([]);
  });
});
