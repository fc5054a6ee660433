import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;

const edgesOf = async (target: Locator) => {
  const { y, height } = (await target.boundingBox()) ?? { y: NaN, height: NaN };
  return { top: y, bottom: y + height };
};

describe('composing a crud', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Compose', handle: 'ann_compose' });
    ({ page } = ann);
    await e2e.app.signUp({ name: 'Zoe Zebra', handle: 'zoe_zebra' });
    await e2e.app.signUp({ name: 'Zora Zimt', handle: 'zora_zimt' });
    await ann.self.callOk('createActivity', { body: { message: 'about #zeitgeist', ttl: '1-day' } });
  });
  beforeEach(() => page.setViewportSize({ width: 1280, height: 900 }));

  const dialog = () => page.getByRole('dialog');
  const text = () => dialog().getByRole('textbox');
  const options = () => page.getByRole('option');
  const send = () => dialog().getByRole('button', { name: 'Crud', exact: true });
  const opener = (on = page) =>
    on.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first();
  const isClosed = () => dialog().waitFor({ state: 'hidden' });

  it('[COMPOSE-9] a mention or hashtag opens suggestions at its line, chosen by keyboard, and Escape leaves the text', async () => {
    await page.goto('/');
    await opener().click();
    // Without the draft of another test.
    await text().fill('');
    await page.keyboard.type('one line, then\nhello @zo');
    await options().nth(1).waitFor();
    const { top } = await edgesOf(page.getByRole('listbox', { name: 'Suggestions' }));
    const endOfSecondLine = (await edgesOf(text())).top + 9 + 2 * 27;
    expect(Math.abs(top - endOfSecondLine)).toBeLessThan(8);
    const [, second = ''] = ((await options().nth(1).textContent()) ?? '').split('@');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await options().first().waitFor({ state: 'detached' });
    const completed = `one line, then\nhello @${second} `;
    expect(await text().inputValue()).toBe(completed);
    // A typed space is the one that the completion has added.
    await page.keyboard.type(' on #zeit');
    await options().filter({ hasText: '#zeitgeist' }).waitFor();
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'detached' });
    expect(await text().inputValue()).toBe(`${completed}on #zeit`);
    await page.keyboard.type('g');
    await options().filter({ hasText: '#zeitgeist' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await text().inputValue()).toBe(`${completed}on #zeitgeist `);
    // Undo goes back to what was typed.
    await page.keyboard.press('Control+z');
    expect(await text().inputValue()).toBe(`${completed}on #zeitg`);
    await page.keyboard.press('Control+Shift+z');
    expect(await text().inputValue()).toBe(`${completed}on #zeitgeist `);
    // From a lifetime too, where Enter alone sends nothing.
    await page.getByRole('radio', { name: '3 days' }).press('Enter');
    expect(await text().inputValue()).toBe(`${completed}on #zeitgeist `);
    await page.keyboard.press('Control+Enter');
    await isClosed();
    await page.getByRole('article').filter({ hasText: 'one line, then' }).waitFor();
  });

  it('[COMPOSE-9] in a message, late results leave the selection on its person, and Enter chooses none that does not match', async () => {
    await page.goto('/messages/new/zoe_zebra');
    const field = page.getByPlaceholder('send a direct message...');
    await field.fill('hello ');
    await field.pressSequentially('@z');
    await options().nth(1).waitFor();
    const { bottom } = await edgesOf(page.getByRole('listbox', { name: 'Suggestions' }));
    expect(bottom).toBeLessThan((await edgesOf(field)).top);
    const release = await holdRequests(page, '**/api/activities/search*');
    await page.keyboard.type('o');
    await page.keyboard.press('ArrowDown');
    const selected = page.getByRole('option', { selected: true });
    const [, handle = ''] = ((await selected.textContent()) ?? '').split('@');
    await e2e.app.signUp({ name: 'Zo Plus', handle: 'zo_plus' });
    release();
    await page.getByRole('option', { name: /Zo Plus/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe(`hello @${handle} `);
    await field.fill('ask ');
    await field.pressSequentially('@z');
    await page.getByRole('option', { name: /Zora Zimt/ }).waitFor();
    const releaseAgain = await holdRequests(page, /term=/);
    await field.pressSequentially('or');
    await page.getByRole('option', { name: /Zoe Zebra/ }).waitFor({ state: 'detached' });
    expect(await options().count()).toBe(1);
    await field.pressSequentially('ro');
    await options().first().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('ask @zorro').waitFor();
    releaseAgain();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('[TEXT-2, COMPOSE-5] a draft is kept, blank and too long texts are not posted, a double click posts once', async () => {
    await page.goto('/');
    await opener().click();
    await page.emulateMedia({ forcedColors: 'active' });
    const lifetime = (name: string) => dialog().locator('label').filter({ hasText: name });
    const outline = (name: string) =>
      lifetime(name).evaluate((label) => getComputedStyle(label).outlineStyle);
    await lifetime('3 days').click();
    expect([await outline('3 days'), await outline('7 days')]).toEqual(['solid', 'none']);
    await page.emulateMedia({ forcedColors: 'none' });

    await text().fill(' \n\u200b ');
    expect(await send().isDisabled()).toBe(true);
    await text().fill('a draft');
    await page.keyboard.press('Escape');
    await isClosed();
    await opener().click();
    await dialog().getByText('Draft kept').waitFor();
    // The second click of a slow double click, where the first one was.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(await dialog().isVisible()).toBe(true);
    await page.mouse.click(10, 500);
    await isClosed();
    await opener().click();
    expect(await text().inputValue()).toBe('a draft');

    await text().fill('é'.repeat(241));
    await dialog().getByText('A little long. 1 character over.').waitFor();
    await text().fill('é'.repeat(1025));
    await dialog().getByText('Too long to send. Remove 1 character.').waitFor();
    await dialog().getByRole('img', { name: '1 character over' }).waitFor();
    expect(await send().isDisabled()).toBe(true);
    await text().press('Control+Enter');
    await text().press('End');
    await text().press('Backspace');
    await send().dblclick();
    await isClosed();
    await page.getByText('é'.repeat(1024)).waitFor();
    // The second click of a slow double click arrives after the dialog has closed: the card below it must not open.
    await page
      .getByRole('article')
      .first()
      .hover({ position: { x: 4, y: 4 } });
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await postCrud(page, 'and then another');
    await page.getByText('and then another').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    const feed = await ann.self.callOk('homeFeed');
    expect(feed.filter(({ message }) => message.startsWith('éé'))).toHaveLength(1);
  });

  it.each([
    { width: 1280, height: 700 },
    { width: 390, height: 844 },
  ])(
    '[COMPOSE-5] a long text scrolls in its field: heading, lifetimes, counter and button stay in a window of $width x $height',
    async (size) => {
      await page.setViewportSize(size);
      await page.goto('/');
      await opener().click();
      await text().fill('a line\n'.repeat(160));
      await text().press('Control+End');
      const parts = [
        dialog().getByRole('heading', { name: 'New crud' }),
        text(),
        dialog().getByRole('group', { name: /Burns out/ }),
        dialog().getByText('Too long to send. Remove 96 characters.'),
        send(),
      ];
      const edges = await Promise.all(parts.map(edgesOf));
      const ordered = edges.flatMap(({ top, bottom }) => [top, bottom]).slice(0, 6);
      expect(ordered).toEqual(ordered.toSorted((one, other) => one - other));
      expect(Math.min(...edges.map(({ top }) => top))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...edges.map(({ bottom }) => bottom))).toBeLessThanOrEqual(size.height);
      expect(await text().evaluate((area) => area.scrollHeight > area.clientHeight)).toBe(true);
      await page.keyboard.type(' @zo');
      await options().first().waitFor();
      const list = await edgesOf(page.getByRole('listbox', { name: 'Suggestions' }));
      expect(list.top).toBeLessThan((await edgesOf(text())).bottom + 27);
      await page.keyboard.press('Escape');
      await text().fill('');
      await page.keyboard.press('Escape');
      await isClosed();
    },
  );

  it('[COMPOSE-10] the undo countdown is above the button of a phone, not announced, and pauses while focused', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: e2e.app.url });
    await opener().click();
    await text().fill('Said too soon');
    await page.keyboard.press('Control+Enter');
    const toast = page.locator('.toast');
    await toast.getByText('Crud lit.').waitFor();
    await toast.getByText('Undo · 4').waitFor();
    const undo = toast.getByRole('button', { name: 'Undo', exact: true });
    const live = await undo.evaluate((button) => button.closest('[aria-live]')?.getAttribute('aria-live'));
    expect(live).toBe('off');
    expect((await edgesOf(toast)).bottom).toBeLessThanOrEqual((await edgesOf(opener())).top);
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
    await page.getByText('Said too soon').waitFor({ state: 'detached' });
    await toast.waitFor({ state: 'detached' });
  });

  it('[ACCESS-10] Back closes a popup and keeps its draft and the page; nothing else leaves an entry behind', async () => {
    const tab = await page.context().newPage();
    await tab.goto('/notifications');
    const popup = tab.getByRole('dialog');
    const waitUntilPopupEntry = () => tab.waitForFunction(() => 'popup' in (history.state ?? {}));
    const open = async () => {
      await opener(tab).click();
      await popup.waitFor();
      await waitUntilPopupEntry();
    };
    const goBack = async () => {
      await tab.goBack();
      await popup.waitFor({ state: 'hidden' });
    };
    await open();
    await popup.getByRole('textbox').fill('Not yet');
    await goBack();
    expect(new URL(tab.url()).pathname).toBe('/notifications');
    await tab.goForward();
    await waitUntilPopupEntry();
    expect(await popup.isVisible()).toBe(false);
    await open();
    expect(await popup.getByRole('textbox').inputValue()).toBe('Not yet');
    await goBack();
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
    await popup.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
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

  it('a crud that burns while it is being answered disappears from the popup too; the text stays', async () => {
    const body = { message: 'Here for an hour', ttl: '1-hour' } as const;
    await ann.self.callOk('createActivity', { body });
    await page.goto('/');
    const card = page.getByRole('article').filter({ hasText: body.message });
    await card.getByRole('button', { name: /^Reply/ }).click();
    await text().fill('Wait for me');
    await e2e.app.advance(HOUR_MS);
    await dialog().getByText('This crud burned out, so you can’t reply to it.').waitFor();
    expect(await dialog().getByText(body.message).count()).toBe(0);
    expect(await dialog().getByRole('button', { name: 'Reply' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    expect(await text().inputValue()).toBe('Wait for me');
  });
});
