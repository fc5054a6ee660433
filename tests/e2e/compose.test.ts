import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;

const waitUntilPopupEntry = (page: Page) => page.waitForFunction(() => 'popup' in (history.state ?? {}));

describe('composing a crud', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Compose', handle: 'ann_compose' });
    ({ page } = ann);
    await e2e.app.signUp({ name: 'Zoe Zebra', handle: 'zoe_zebra' });
    await e2e.app.signUp({ name: 'Zora Zimt', handle: 'zora_zimt' });
    const body = { user_handle: ann.self.handle, message: 'about #zeitgeist', ttl: '1-day' } as const;
    await ann.self.callOk('createActivity', { body });
  });

  it('[COMPOSE-9] a mention or hashtag opens suggestions, chosen by keyboard, and Escape leaves the text as it is', async () => {
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox');
    const options = dialog.getByRole('option');
    await text.waitFor();
    await page.keyboard.type('hello @zo');
    await options.first().waitFor();
    expect(await options.count()).toBe(2);
    const second = (await options.nth(1).textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe(`hello @${second.split('@')[1] ?? ''} `);
    // A typed space is the one that the completion has added.
    await page.keyboard.type(' on #zeit');
    await options.filter({ hasText: '#zeitgeist' }).waitFor();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'detached' });
    expect(await text.inputValue()).toMatch(/^hello @\w+ on #zeit$/);
    await page.keyboard.type('g');
    await options.filter({ hasText: '#zeitgeist' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await text.inputValue()).toMatch(/ on #zeitgeist $/);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('article').filter({ hasText: 'hello' }).first().waitFor();
    expect(ann.consoleProblems).toEqual([]);
  });

  it('[COMPOSE-9] results that arrive later leave the selection on its person', async () => {
    await page.goto('/messages/new/zoe_zebra');
    const text = page.getByPlaceholder('send a direct message...');
    const selected = page.getByRole('option', { selected: true });
    await text.pressSequentially('hello @z');
    await page.getByRole('option').nth(1).waitFor();
    const release = await holdRequests(page, '**/api/activities/search*');
    await page.keyboard.type('o');
    await page.keyboard.press('ArrowDown');
    const [, handle = ''] = ((await selected.textContent()) ?? '').split('@');
    await e2e.app.signUp({ name: 'Zo Plus', handle: 'zo_plus' });
    release();
    await page.getByRole('option', { name: /Zo Plus/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await text.inputValue()).toBe(`hello @${handle} `);
    await text.fill('');
  });

  it('[COMPOSE-9] the list is directly below the line, also in a message', async () => {
    // It moves in by a transition and would be measured on the way.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.keyboard.type('one line, then\nhello @zo');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    const [above, below] = [
      await list.boundingBox(),
      await page.getByRole('dialog').getByRole('textbox').boundingBox(),
    ];
    const endOfSecondLine = (below?.y ?? 0) + 9 + 2 * 27;
    expect(Math.abs((above?.y ?? 0) - endOfSecondLine)).toBeLessThan(8);
    await page.goto('/messages/new/zoe_zebra');
    await page.getByPlaceholder('send a direct message...').pressSequentially('do you know @zor');
    await page.getByRole('option', { name: /Zora Zimt/ }).waitFor();
    const listed = await list.boundingBox();
    const field = await page.getByPlaceholder('send a direct message...').boundingBox();
    expect((listed?.y ?? 0) + (listed?.height ?? 0)).toBeLessThan(field?.y ?? 0);
    await page.keyboard.press('Enter');
    expect(await page.getByPlaceholder('send a direct message...').inputValue()).toBe(
      'do you know @zora_zimt ',
    );
  });

  it('[COMPOSE-9] Enter chooses no suggestion of an earlier answer that does not match the typed text', async () => {
    await page.goto('/messages/new/zoe_zebra');
    const field = page.getByPlaceholder('send a direct message...');
    // Above the draft that the previous test left.
    await field.fill('ask ');
    await field.pressSequentially('@z');
    await page.getByRole('option', { name: /Zora Zimt/ }).waitFor();
    const release = await holdRequests(page, /term=/);
    await field.pressSequentially('or');
    await page.getByRole('option', { name: /Zoe Zebra/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('option').count()).toBe(1);
    await field.pressSequentially('ro');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('ask @zorro').waitFor();
    release();
  });

  it('[COMPOSE-10] the countdown pauses while focused, although the pointer enters and leaves', async () => {
    await page.goto('/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: e2e.app.url });
    await postCrud(page, 'Said second');
    const undo = page.locator('.toast').getByRole('button');
    await undo.focus();
    const held = await undo.innerText();
    await undo.hover();
    await page.mouse.move(0, 0);
    // The time of another toast, which has neither focus nor pointer.
    await page
      .locator('[data-action=share]')
      .first()
      .evaluate((button: HTMLButtonElement) => button.click());
    await page.getByText('Link copied.').waitFor();
    await page.getByText('Link copied.').waitFor({ state: 'detached' });
    expect(await undo.innerText()).toBe(held);
    await undo.press('Enter');
    await page.getByText('Said second').waitFor({ state: 'detached' });
  });

  it('[COMPOSE-10] on a phone, the undo countdown is above the Crud button and is not announced each second', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const crud = page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true });
    await crud.click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.keyboard.type('Said too soon');
    await page.keyboard.press('Control+Enter');
    const toast = page.locator('.toast');
    await toast.getByText('Crud lit.').waitFor();
    await toast.getByText('Undo · 4').waitFor();
    const undo = toast.getByRole('button', { name: 'Undo', exact: true });
    expect(await undo.evaluate((button) => button.closest('[aria-live]')?.getAttribute('aria-live'))).toBe(
      'off',
    );
    const [lower, upper] = [await crud.boundingBox(), await toast.boundingBox()];
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
    await undo.click();
    await page.getByText('Said too soon').waitFor({ state: 'detached' });
    await toast.waitFor({ state: 'detached' });
  });

  it('[ACCESS-10] Back closes the popup and keeps the draft and the page below; the next Back leaves the page', async () => {
    await page.goto('/notifications');
    await page.getByRole('link', { name: 'Home' }).first().click();
    const crud = page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true });
    await crud.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Not yet');
    for (let turn = 0; turn < 2; turn++) {
      await page.goBack();
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForURL(({ pathname }) => pathname === '/');
      await crud.click();
      expect(await dialog.getByRole('textbox').inputValue()).toBe('Not yet');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.waitForURL('**/notifications');
    await page.goForward();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('[ACCESS-15] Back closes a popup of a page that was opened by its address; nothing else leaves an entry behind', async () => {
    const tab = await page.context().newPage();
    await tab.goto('/notifications');
    const dialog = tab.getByRole('dialog');
    const open = async () => {
      await tab.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).click();
      await dialog.waitFor();
      await waitUntilPopupEntry(tab);
    };
    await open();
    await tab.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(tab.url()).pathname).toBe('/notifications');
    await tab.goForward();
    await waitUntilPopupEntry(tab);
    expect(await dialog.isVisible()).toBe(false);
    await open();
    await tab.goBack();
    await dialog.waitFor({ state: 'hidden' });
    // The entry of a link within the page is no popup's: Back from it stays on the page.
    await tab.locator('a.skip').press('Enter');
    await tab.waitForURL('**/notifications#main');
    await tab.goBack();
    await tab.waitForURL('**/notifications');
    await open();
    // A page that went back by itself after a reload would abort a navigation that begins meanwhile.
    await tab.addInitScript(() => {
      addEventListener('popstate', () => (document.documentElement.dataset.wentBack = ''));
    });
    await tab.reload();
    await open();
    expect(await tab.locator('[data-went-back]').count()).toBe(0);
    // A navigation that begins in the same moment is not undone.
    await dialog.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
      button.click();
      document.querySelector<HTMLElement>('nav a[href="/"]')?.click();
    });
    await tab.waitForURL('/');
    await tab.getByRole('heading', { name: 'Home' }).first().waitFor();
    await tab.goBack();
    await tab.waitForURL('/notifications');
    await tab.getByRole('heading', { name: 'Notifications' }).waitFor();
    await tab.goBack();
    await tab.waitForURL('about:blank');
    await tab.close();
  });

  it('[ACCESS-11] with system colours forced, selected elements are outlined', async () => {
    await page.goto('/');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).click();
    const lifetime = (name: string) => page.getByRole('dialog').locator('label').filter({ hasText: name });
    await lifetime('7 days').waitFor();
    await lifetime('3 days').click();
    const outline = (name: string) =>
      lifetime(name).evaluate((label) => getComputedStyle(label).outlineStyle);
    expect(await outline('3 days')).toBe('solid');
    expect(await outline('7 days')).toBe('none');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Escape');
  });

  it('[COMPOSE-11] a crud that burns while it is being answered disappears from the popup too; the text stays', async () => {
    const body = { user_handle: ann.self.handle, message: 'Here for an hour', ttl: '1-hour' } as const;
    await ann.self.callOk('createActivity', { body });
    const card = page.getByRole('article').filter({ hasText: body.message });
    await card.getByRole('button', { name: /^Reply/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Wait for me');
    await e2e.app.advance(HOUR_MS);
    await dialog.getByText('This crud burned out, so you can’t reply to it.').waitFor();
    expect(await dialog.getByText(body.message).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Reply' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Wait for me');
  });
});
