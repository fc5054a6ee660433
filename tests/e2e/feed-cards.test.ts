import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import type { TestPerson } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { measureShownAfter } from './measure-shown-after.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { contextDefaults } from './test-browser.ts';

const LINES = ['Third line, with #tagged words', 'Second line', 'First line'];
/** Of a crud that expires during its test. */
const LIFETIME_MS = 6000;
const FULL_DATE = /^\d{1,2} \w+ \d{4} at \d{2}:\d{2}$/;

describe('the cards of a feed', () => {
  const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });
  let bob: TestPerson;
  let page: Page;
  beforeAll(async () => {
    bob = await e2e.app.signUp({ name: 'Bob Cards', handle: 'bob_cards' });
    await addCruds(e2e.app, { author: bob.sub, count: 3, textOf: (index) => LINES[index] ?? '' });
    ({ page } = await e2e.openSignedInBrowser({ name: 'Ann Cards', handle: 'ann_cards' }));
  });
  beforeEach(async () => {
    await page.goto('/');
    await page.getByText('First line').waitFor();
  });

  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('article')?.querySelector('.crud-text')?.textContent);
  const untilAt = (text: string) =>
    until(async () => (await focused()) === text, { what: `the focus is on ${text}` });

  it('[FEED-10] Page Down and Page Up move the focus through a feed, Control with Home and End move it out', async () => {
    await page.getByRole('article').first().focus();
    await page.keyboard.press('PageDown');
    await untilAt('Second line');
    await page.keyboard.press('PageUp');
    await untilAt('First line');
    expect(await page.getByRole('article').first().getAttribute('aria-posinset')).toBe('1');
    expect(await page.getByRole('article').first().getAttribute('aria-setsize')).toBe('3');
    const isBeside = (side: number) =>
      page.evaluate((wanted) => {
        const feed = document.querySelector('[role=feed]');
        const place = document.activeElement && feed?.compareDocumentPosition(document.activeElement);
        return place === wanted;
      }, side);
    const untilBeside = (side: number, place: string) =>
      until(() => isBeside(side), { what: `the focus is ${place} the feed` });
    await page.keyboard.press('Control+End');
    await untilBeside(4, 'behind');
    await page.getByRole('article').first().focus();
    await page.keyboard.press('Control+Home');
    await untilBeside(2, 'before');
  });

  it('[FEED-11] a click on a card opens it, unless it selects text or is on a link or button', async () => {
    const line = page.getByText('Second line');
    const box = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => window.getSelection()?.toString().length)).toBeGreaterThan(0);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('article').nth(1).getByRole('button', { name: /^Like/ }).click();
    expect(new URL(page.url()).pathname).toBe('/');
    await line.click();
    await page.waitForURL(/\/@bob_cards\/status\//);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: '#tagged' }).click();
    await page.waitForURL(/\/search\?term=%23tagged/);
  });

  it('[FEED-12] age and expiry show the full date on hover', async () => {
    const times = page.getByRole('article').first().locator('time');
    const tip = page.getByRole('tooltip');
    for (const at of [0, 1]) {
      await times.nth(at).hover();
      expect(await tip.innerText()).toMatch(FULL_DATE);
      await page.keyboard.press('Escape');
      await tip.waitFor({ state: 'detached' });
    }
  });

  it('[FEED-13] the menu of every crud copies its link and its text; only its author can burn it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: e2e.app.url });
    const choose = async (name: string) => {
      await page.getByRole('article').first().getByRole('button', { name: 'More about this crud' }).click();
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        'Copy link',
        'Copy text',
        'Mute @bob_cards…',
        'Mute words…',
        'Report',
        'Block @bob_cards…',
      ]);
      await page.getByRole('menuitem', { name }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await choose('Copy link')).toMatch(/\/@bob_cards\/status\/[0-9a-f-]{36}$/);
    expect(await choose('Copy text')).toBe('First line');
  });

  it('[FEED-14] the viewer’s own profile has a back arrow only where there is a page to go back to, also while it loads', async () => {
    const back = page.getByRole('button', { name: 'Back' });
    const release = await holdRequests(page, '**/api/activities/@ann_cards*');
    await page.goto('/@ann_cards');
    await page.getByRole('heading', { name: '@ann_cards' }).waitFor();
    expect(await back.count()).toBe(0);
    release();
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    expect(await back.count()).toBe(0);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await back.click();
    await page.waitForURL('/');
  });

  it('[FEED-12] the full date is in the reader’s language', async () => {
    const context = await e2e.browser.newContext({
      ...contextDefaults,
      baseURL: e2e.app.url,
      locale: 'de-DE',
      serviceWorkers: 'block',
    });
    const german = await context.newPage();
    await german.goto('/@bob_cards');
    await waitUntilHydrated(german);
    const fullDate = /\d{1,2}\. \p{L}+ \d{4} um \d{2}:\d{2}/u;
    await german.getByRole('article').first().locator('time').first().hover();
    expect(await german.getByRole('tooltip').innerText()).toMatch(fullDate);
    await german.getByText('First line').click();
    for (const written of ['.post .when', '.post .burn'])
      await german.locator(written).filter({ hasText: fullDate }).waitFor();
    await context.close();
  });

  it('[FEED-21] on a phone the button for a new crud floats over feeds, and is hidden on the page of a crud', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const floating = page.locator('.fab');
    await floating.waitFor();
    await page.getByText('Second line').click();
    await page.getByText('what is your reply?').first().waitFor();
    await floating.waitFor({ state: 'hidden' });
    await bob.callOk('sendMessage', { body: { message: 'Hello', handle: 'ann_cards' } });
    await page.goto('/messages');
    await page.getByText('Hello').first().waitFor();
    await page.getByRole('button', { name: 'New message' }).click();
    await page.getByRole('dialog', { name: 'New message' }).waitFor();
    expect(await floating.innerText()).toBe('New message');
    await page.keyboard.press('Escape');
  });

  it('[FEED-21] on a phone of 320 px the button is in the tab bar, and cards show handles', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const isInBar = () =>
      page.evaluate(() => {
        const topOf = (part: string) => document.querySelector(part)?.getBoundingClientRect().top ?? 0;
        return topOf('.fab') >= topOf('.tabs');
      });
    expect(await isInBar()).toBe(true);
    await page.goto('/');
    await page.getByText('Second line').waitFor();
    expect(await isInBar()).toBe(true);
    const handle = page.getByRole('article').first().getByText('@bob_cards');
    expect(await handle.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('[LIVE-6] a list that failed to load is not shown as live', async () => {
    await page.route('**/api/activities/home*', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    await page.unroute('**/api/activities/home*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('[EXPIRY-6, EXPIRY-7] an expired text disappears within a second; its row shows a notice and then closes', async () => {
    const [uuid = ''] = await addCruds(e2e.app, {
      author: bob.sub,
      count: 1,
      textOf: () => 'Fleeting words',
      lifetimeMs: () => LIFETIME_MS,
    });
    const lastEnd = Date.now() + LIFETIME_MS;
    const card = `article[data-crud="${uuid}"]`;
    await page.locator(card).waitFor();
    expect(await measureShownAfter(page, card, lastEnd)).toBeLessThan(1000);
    expect(await page.getByText('Fleeting words').count()).toBe(0);
    await page.getByText('This crud burned out.').waitFor();
    await page.getByText('This crud burned out.').waitFor({ state: 'detached' });
    await until(async () => (await page.getByRole('article').count()) === 3, {
      what: 'the other cruds are still shown',
    });
  });

  it('[FEED-20] a mention in right-to-left text begins with its at sign', async () => {
    const body = { user_handle: bob.handle, message: 'שלום @bob_cards ועוד #ברכה', ttl: '1-day' } as const;
    await bob.callOk('createActivity', { body });
    await page.getByText('שלום').waitFor();
    const directions = await page
      .locator('.crud-text')
      .filter({ hasText: 'שלום' })
      .evaluate((line) =>
        [line, ...line.querySelectorAll('a')].map((one) => getComputedStyle(one).direction),
      );
    expect(directions).toEqual(['rtl', 'ltr', 'rtl']);
    await page.goto('/search?term=%23ברכה');
    const found = page.locator('.trend').getByText('#ברכה');
    expect(await found.first().evaluate((tag) => getComputedStyle(tag).direction)).toBe('rtl');
  });
});
