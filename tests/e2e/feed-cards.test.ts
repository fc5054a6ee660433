import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import type { TestPerson } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { contextDefaults, postCrud, waitForNewCrud, type SignedInBrowser } from './test-browser.ts';

const LINES = ['Third line, with #tagged words', 'Second line', 'First line'];
const textOf = (index: number) => LINES[index] ?? '';
/** Of a crud that expires during its test. */
const LIFETIME_MS = 5000;

describe('the cards of a feed', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: TestPerson;
  let page: Page;
  beforeAll(async () => {
    bob = await e2e.app.signUp({ name: 'Bob Cards', handle: 'bob_cards' });
    const dan = await e2e.app.signUp({ name: 'Dan Cards', handle: 'dan_cards' });
    await addCruds(e2e.app, { author: dan.sub, count: 3, textOf });
    ann = await e2e.openSignedInBrowser({ name: 'Ann Cards', handle: 'ann_cards' });
    ({ page } = ann);
  });
  // Above the cruds of other tests.
  beforeEach(async () => {
    await addCruds(e2e.app, { author: bob.sub, count: 3, textOf });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  const write = (message: string) => bob.callOk('createActivity', { body: { message, ttl: '1-day' } });
  const card = (text: string, on = page) => on.getByRole('article').filter({ hasText: text }).first();
  const dialog = () => page.getByRole('dialog');
  const openMenu = (of: ReturnType<typeof card>) =>
    of.getByRole('button', { name: 'More about this crud' }).click();

  it('[FEED-13] a card is reached by keyboard, opened by click, and its menu copies link and text', async () => {
    await page.goto('/@dan_cards');
    const articles = page.getByRole('article');
    await articles.first().getByText('First line').waitFor();
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.closest('article')?.querySelector('.crud-text')?.textContent,
      );
    const untilAt = (text: string) =>
      until(async () => (await focused()) === text, { what: `the focus is on ${text}` });
    await articles.first().focus();
    await page.keyboard.press('PageDown');
    await untilAt('Second line');
    await page.keyboard.press('PageUp');
    await untilAt('First line');
    expect(await articles.first().getAttribute('aria-posinset')).toBe('1');
    const isBeside = (side: number) =>
      page.evaluate((wanted) => {
        const feed = document.querySelector('[role=feed]');
        const place = document.activeElement && feed?.compareDocumentPosition(document.activeElement);
        return place === wanted;
      }, side);
    await page.keyboard.press('Control+End');
    await until(() => isBeside(4), { what: 'the focus is behind the feed' });
    await articles.first().focus();
    await page.keyboard.press('Control+Home');
    await until(() => isBeside(2), { what: 'the focus is before the feed' });

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: e2e.app.url });
    const choose = async (name: string) => {
      await openMenu(articles.first());
      const ofOthers = ['Mute @dan_cards…', 'Mute words…', 'Report', 'Block @dan_cards…'];
      const items = ['Copy link', 'Copy text', ...ofOthers];
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(items);
      await page.getByRole('menuitem', { name }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await choose('Copy link')).toMatch(/\/@dan_cards\/status\/[0-9a-f-]{36}$/);
    expect(await choose('Copy text')).toBe('First line');

    const line = articles.nth(1).getByText('Second line');
    const box = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => window.getSelection()?.toString().length)).toBeGreaterThan(0);
    await articles.nth(1).getByRole('button', { name: /^Like/ }).click();
    expect(new URL(page.url()).pathname).toBe('/@dan_cards');
    await line.click();
    await page.waitForURL(/\/@dan_cards\/status\//);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: '#tagged' }).first().click();
    await page.waitForURL(/\/search\?term=%23tagged/);
  });

  it('the full dates of age and expiry show on hover and on the crud’s page, in English like the page', async () => {
    const context = await e2e.browser.newContext({
      ...contextDefaults,
      baseURL: e2e.app.url,
      locale: 'de-DE',
      serviceWorkers: 'block',
    });
    const german = await context.newPage();
    await german.goto('/@dan_cards');
    await waitUntilHydrated(german);
    const fullDate = /\d{1,2} [A-Z][a-z]+ \d{4} at \d{2}:\d{2}/;
    const tip = german.getByRole('tooltip');
    for (const at of [0, 1]) {
      await german.getByRole('article').first().locator('time').nth(at).hover();
      expect(await tip.innerText()).toMatch(fullDate);
      await german.keyboard.press('Escape');
      await tip.waitFor({ state: 'detached' });
    }
    await german.getByText('First line').first().click();
    for (const written of ['.post .when', '.post .burn'])
      await german.locator(written).filter({ hasText: fullDate }).waitFor();
    await context.close();
  });

  it('the viewer’s own profile has a back arrow only where there is a page to go back to, also while it loads', async () => {
    const back = page.getByRole('button', { name: 'Back' });
    const release = await holdRequests(page, '**/api/activities/@ann_cards*');
    await page.goto('/@ann_cards');
    await page.getByRole('heading', { name: '@ann_cards' }).waitFor();
    expect(await back.count()).toBe(0);
    release();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    expect(await back.count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await back.click();
    await page.waitForURL('/');
  });

  it('[ACCESS-13] on a phone the button for a new crud floats over feeds, not over a crud, the last actions or an empty list; below 360 px it is in the tab bar', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await bob.callOk('sendMessage', { body: { message: 'Hello', handle: 'ann_cards' } });
    await page.goto('/messages');
    await page.getByRole('button', { name: 'New message' }).click();
    await page.getByRole('dialog', { name: 'New message' }).waitFor();
    const floating = page.locator('.fab');
    expect(await floating.innerText()).toBe('New message');
    await page.goto('/');
    await card('Second line').waitFor();
    const isInBar = () =>
      page.evaluate(() => {
        const topOf = (part: string) => document.querySelector(part)?.getBoundingClientRect().top ?? 0;
        return topOf('.fab') >= topOf('.tabs');
      });
    expect(await isInBar()).toBe(false);
    const end = page.getByRole('article').last().getByRole('button', { name: 'Share' });
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }));
    await floating.waitFor({ state: 'hidden' });
    await page.evaluate(() => window.scrollBy({ top: -13 }));
    await floating.waitFor();
    const [button, action] = [await floating.boundingBox(), await end.boundingBox()];
    expect((action?.y ?? NaN) + (action?.height ?? NaN)).toBeLessThanOrEqual(button?.y ?? NaN);
    await using dee = await e2e.openSignedInBrowser({ name: 'Dee Cards', handle: 'dee_cards' });
    await dee.page.setViewportSize({ width: 390, height: 844 });
    await dee.page.goto('/notifications');
    await dee.page.getByRole('link', { name: 'Find people' }).waitFor();
    expect(await dee.page.locator('.fab').isVisible()).toBe(false);
    await page.setViewportSize({ width: 320, height: 640 });
    await until(isInBar, { what: 'the button is in the bar' });
    const handle = page.getByRole('article').first().getByText('@bob_cards');
    expect(await handle.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await floating.waitFor();
    await card('Second line').getByText('Second line').click();
    await page.getByText('what is your reply?').first().waitFor();
    await floating.waitFor({ state: 'hidden' });
  });

  it('a mention in right-to-left text begins with its at sign', async () => {
    await write('שלום @bob_cards ועוד #ברכה');
    await page.goto('/search?term=%23ברכה');
    const line = page.locator('.crud-text').filter({ hasText: 'שלום' });
    await line.waitFor();
    const directions = await line.evaluate((text) =>
      [text, ...text.querySelectorAll('a')].map((one) => getComputedStyle(one).direction),
    );
    expect(directions).toEqual(['rtl', 'ltr', 'rtl']);
    const trend = page.locator('.trend').getByText('#ברכה').first();
    expect(await trend.evaluate((tag) => getComputedStyle(tag).direction)).toBe('rtl');
  });

  it('[EXPIRY-6] an expired text disappears from an open page, not before its end; its row shows a notice and then closes', async () => {
    const body = { message: 'gone in an hour', ttl: '1-hour' } as const;
    const { expires_at } = await bob.callOk('createActivity', { body });
    await page.goto('/');
    await card(body.message).waitFor();
    const lifetimeMs = () => LIFETIME_MS;
    const end = e2e.app.clock.now().getTime() + LIFETIME_MS;
    const [uuid = ''] = await addCruds(e2e.app, {
      author: bob.sub,
      count: 1,
      textOf: () => 'Fleeting words',
      lifetimeMs,
    });
    const fleeting = page.locator(`article[data-crud="${uuid}"]`);
    await waitForNewCrud(page, 'Fleeting words');
    await fleeting.waitFor({ state: 'detached' });
    expect(e2e.app.clock.now().getTime()).toBeGreaterThan(end - LIFETIME_MS / 4);
    await page.getByText('This crud burned out.').waitFor();
    expect(await page.getByText('Fleeting words').count()).toBe(0);
    await page.getByText('This crud burned out.').waitFor({ state: 'detached' });
    // The page learns of the advanced clock with the server's next head.
    const leftMs = Date.parse(expires_at ?? '') - e2e.app.clock.now().getTime();
    await card(body.message).waitFor();
    await e2e.app.advance(leftMs);
    await page.getByText(body.message).waitFor({ state: 'detached' });
    await card('First line').waitFor();
  });

  it('[MARK-4] a crud is burned by hand after a confirmation, on its card and its page, and other open pages show it', async () => {
    await using cay = await e2e.openSignedInBrowser({ name: 'Cay Cards', handle: 'cay_cards' });
    await page.goto('/');
    const title = (on: Page, name: string) => on.getByRole('heading', { name, exact: true }).waitFor();
    await title(page, 'Home');
    const openConfirmation = async (text: string) => {
      await openMenu(card(text));
      await page.getByRole('menuitem', { name: 'Burn it now' }).click();
      await dialog().getByRole('heading', { name: 'Burn it now?' }).waitFor();
    };
    const burn = () => dialog().getByRole('button', { name: 'Burn it', exact: true }).click();

    const release = await holdRequests(page, '**/api/activities');
    await postCrud(page, 'on its way');
    await openMenu(card('on its way'));
    const items = page.getByRole('menuitem');
    await items.getByText('Burn it now').waitFor();
    release();
    await card('on its way').getByRole('button', { name: 'Reply' }).waitFor();
    expect(await items.allTextContents()).toEqual(['Burn it now']);
    await waitForNewCrud(cay.page, 'on its way');
    await cay.page.getByText('on its way').click();
    await title(cay.page, 'Crud');
    await items.click();
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await openConfirmation('on its way');
    await burn();
    await cay.page.getByText('This crud has been forgotten').waitFor();
    await card('on its way').waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await postCrud(page, 'think twice');
    await card('think twice').getByRole('button', { name: 'Reply' }).waitFor();
    await page.getByText('think twice').click();
    await title(page, 'Crud');
    await openConfirmation('think twice');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await openConfirmation('think twice');
    await burn();
    await title(page, 'Home');
    await page.getByText('think twice').waitFor({ state: 'detached' });
  });

  it('search results appear while the user types, in one history entry, and follow new, liked and burned cruds', async () => {
    await addCruds(e2e.app, { author: bob.sub, count: 40, textOf: (index) => `Whale number ${index}` });
    await page.goto('/about');
    await page.goto('/search');
    // The field of the page; on a wide one, that of the side column.
    await page.setViewportSize({ width: 800, height: 900 });
    const field = page.getByRole('searchbox').filter({ visible: true }).last();
    await field.pressSequentially('ann_car');
    await page.getByText('Only people match. No crud contains “ann_car”.').waitFor();
    await field.press('Control+A');
    await field.pressSequentially('whale number 3');
    await page.getByText('Whale number 39').waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Clear' }).last().click();
    await page.getByRole('heading', { name: 'Looking for something?' }).waitFor();
    await field.pressSequentially('whale');
    await page.waitForURL('/search?term=whale');
    await page.getByText('Whale number 39').waitFor();

    await write('A boat, and no one on it');
    const { uuid } = await write('The whale is back');
    const found = page.locator(`article[data-crud="${uuid}"]`);
    await waitForNewCrud(page, 'The whale is back');
    expect(await page.getByText('A boat, and').count()).toBe(0);
    const liked = page.waitForResponse((response) => response.url().endsWith(`/${uuid}/like`));
    await found.getByRole('button', { name: /^Like/ }).click();
    await found.locator('[data-action=like][aria-pressed=true]').waitFor();
    // The button does not wait for the answer. A like that arrives after the burning is refused, and the browser reports that.
    expect((await liked).status()).toBe(200);
    await bob.callOk('burnActivity', { params: { activity_uuid: uuid } });
    await found.waitFor({ state: 'detached' });

    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1500);
    await page.waitForFunction(() => window.scrollY > 1000);
    await write('Another whale');
    await page.getByRole('button', { name: '1 new crud' }).click();
    await page.getByText('Another whale').waitFor();
    await page.goBack();
    await page.waitForURL('/about');
    expect(ann.consoleProblems).toEqual([]);
  });
});
