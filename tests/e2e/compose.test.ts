import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;

describe('writing a crud', () => {
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

  it('[COMPOSE-9] suggests people and hashtags, chosen by keys, and Escape leaves the text as it is', async () => {
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
    expect(ann.consoleProblems).toEqual([]);
  });

  it('[COMPOSE-9] the list hangs right beneath the line, and a message is helped in the same way', async () => {
    // It rises to its place, and would be measured on its way.
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

  it('[COMPOSE-9] Enter takes nobody of an earlier answer whom the letters typed since do not fit', async () => {
    await page.goto('/messages/new/zoe_zebra');
    const field = page.getByPlaceholder('send a direct message...');
    // Over the draft that was left there.
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

  it('[COMPOSE-10] the countdown stands still for who has focus in it, though a pointer came and went', async () => {
    await page.goto('/');
    for (const text of ['Said first', 'Said second']) await postCrud(page, text);
    const undo = page.locator('.toast').getByRole('button');
    await undo.nth(1).focus();
    const held = await undo.nth(1).innerText();
    await undo.nth(1).hover();
    await page.mouse.move(0, 0);
    await undo.nth(1).waitFor({ state: 'detached' });
    expect(await undo.innerText()).toBe(held);
    await undo.press('Enter');
    await page.getByText('Said second').waitFor({ state: 'detached' });
  });

  it('[COMPOSE-10] on a phone, the way back counts down above the Crud button and tells nobody each second', async () => {
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

  it('[ACCESS-10] going back closes the popup, keeps the draft and the page below; going back again leaves it', async () => {
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
    await page.goBack();
    await page.waitForURL('**/notifications');
    await page.goForward();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('[ACCESS-11] where the system chooses the colours, what is chosen is outlined', async () => {
    await page.goto('/');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).click();
    const lifetime = (name: string) => page.getByRole('dialog').locator('label').filter({ hasText: name });
    await lifetime('7 days').waitFor();
    await page.getByRole('radio', { name: '3 days' }).check();
    const outline = (name: string) =>
      lifetime(name).evaluate((label) => getComputedStyle(label).outlineStyle);
    expect(await outline('3 days')).toBe('solid');
    expect(await outline('7 days')).toBe('none');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Escape');
  });

  it('[COMPOSE-11] a crud that burns while it is answered goes from the popup too; the text stays', async () => {
    const body = { user_handle: ann.self.handle, message: 'Here for an hour', ttl: '1-hour' } as const;
    await ann.self.callOk('createActivity', { body });
    const card = page.getByRole('article').filter({ hasText: body.message });
    await card.getByRole('button', { name: /^Reply/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Wait for me');
    await e2e.app.advance(HOUR_MS);
    await dialog.getByText('This crud burned out. There is nothing left to reply to.').waitFor();
    expect(await dialog.getByText(body.message).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Reply' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Wait for me');
  });
});
