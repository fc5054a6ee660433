import { HTTP_RETRY } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import type { TestPerson } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { holdRequests } from './hold-requests.ts';
import { recordRequests } from './record-requests.ts';
import {
  expectKept,
  findCardInView,
  feedPositionOf,
  scrollByWheel,
  cardTop,
  recordCardMovement,
} from './card-movement.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { postCrud } from './test-browser.ts';

const HOUR_MS = 3_600_000;
const textOf = (index: number) => `Old ${String(index)}. ${'Some words to read. '.repeat(index % 7)}`;

describe('the scroll position of a feed', () => {
  const e2e = setUpE2e();
  let bob: TestPerson;
  let page: Page;
  /** Three, so that without every second crud nothing is folded either. */
  let author: string[];
  beforeAll(async () => {
    bob = await e2e.app.signUp({ name: 'Bob Feed', handle: 'bob_feed' });
    author = [bob, await e2e.app.signUp(), await e2e.app.signUp()].map(({ sub }) => sub);
    ({ page } = await e2e.openSignedInBrowser({ name: 'Ann Feed', handle: 'ann_feed' }));
  });

  const write = (message: string) => bob.callOk('createActivity', { body: { message, ttl: '1-day' } });

  it('[FEED-7, FEED-8, FEED-9] the crud being read keeps its place while others come and go, and after the pill or another page', async () => {
    // Every second one of the latest forty expires within the hour.
    const lifetimeMs = (index: number) => (index >= 20 && index % 2 === 0 ? HOUR_MS / 2 : 7 * 24 * HOUR_MS);
    const uuids = await addCruds(e2e.app, { author, count: 60, textOf, lifetimeMs });
    await page.goto('/');
    await page.getByRole('feed', { name: 'Home' }).getByText('Old 59.').first().waitFor();
    await scrollByWheel(page, 6200);
    const card = await findCardInView(page);
    expect(uuids.slice(0, 20)).toContain(card);
    const pill = page.getByRole('button', { name: '20 new cruds' });
    await expectKept(page, async () => {
      const place = await feedPositionOf(page, card);
      for (let count = 1; count <= 20; count++) await write(`Fresh ${String(count)}`);
      await pill.waitFor();
      await e2e.app.advance(HOUR_MS);
      await until(async () => (await feedPositionOf(page, card)) === place - 20, {
        what: 'the expired cruds are removed',
      });
    });

    const top = await cardTop(page, card);
    const isBack = async () => Math.abs((await cardTop(page, card)) - top) <= 1;
    await pill.click();
    await page.getByText('Fresh 20', { exact: true }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await waitUntilFocused(page.getByRole('button', { name: 'Back to where you were' }));
    await page.keyboard.press('Enter');
    await until(isBack, { what: 'the card is where it was' });

    await page.locator(`article[data-crud="${card}"]`).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Crud' }).waitFor();
    await write('While away');
    await page.getByRole('button', { name: 'Back' }).click();
    await until(isBack, { what: 'the card is where it was' });
    const holder = () => page.evaluate(() => document.activeElement?.closest('article')?.dataset.crud);
    await until(async () => (await holder()) === card, { what: 'the card has the focus' });
  });

  it('of more new cruds than the list takes, the pill shows the newest, and the reader’s own is shown at once', async () => {
    const MANY = 320;
    const before = await addCruds(e2e.app, { author, count: 60, textOf });
    await page.goto('/');
    await page.getByText('Old 59.').first().waitFor();
    const addMany = async (last: string) => {
      await addCruds(e2e.app, { author, count: MANY, textOf });
      await write(last);
    };
    const pill = page.getByRole('button', { name: /^\d+\+ new cruds$/ });
    const first = page.getByRole('article').first();
    await scrollByWheel(page, 2000);
    const card = await findCardInView(page);
    expect(before).toContain(card);
    await expectKept(page, async () => {
      await addMany('The newest of many');
      await pill.waitFor();
    });
    await pill.click();
    await first.getByText('The newest of many').waitFor();
    expect(await page.getByRole('button', { name: 'Back to where you were' }).count()).toBe(0);

    await addMany('The newest of all');
    await pill.waitFor();
    expect(await page.getByText('The newest of all').count()).toBe(0);
    await pill.click();
    await first.getByText('The newest of all').waitFor();
    await pill.waitFor({ state: 'detached' });

    await addMany('The last of many');
    await pill.waitFor();
    await postCrud(page, 'An own one');
    const own = page.getByRole('article').filter({ hasText: 'An own one' });
    // An unsent crud has no actions.
    await own.getByRole('button', { name: /^Reply/ }).waitFor();
  });

  it('[FEED-7, FEED-8] at the top, cruds of others wait behind a calm pill, which a pause hides, and an own one does not wait', async () => {
    await write('here before');
    await page.goto('/');
    await page.getByText('here before').waitFor();
    await page.mouse.move(2, 400);
    const seen = await recordCardMovement(page, await findCardInView(page));
    await write('While at the top');
    await page.getByRole('button', { name: '1 new crud' }).waitFor();
    const changes = await page.locator('.pill .n').evaluateHandle((count) => {
      const times = [performance.now()];
      const observer = new MutationObserver(() => times.push(performance.now()));
      observer.observe(count, { characterData: true, childList: true, subtree: true });
      return times;
    });
    for (let count = 1; count < 25; count++) await write(`One of many ${String(count)}`);
    const pill = page.getByRole('button', { name: '25 new cruds' });
    await pill.waitFor();
    const [begun = NaN, ...times] = await changes.jsonValue();
    const seconds = ((times.at(-1) ?? NaN) - begun) / 1000;
    expect(times.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    expect((await seen()).distance).toBe(0);
    await page.getByRole('button', { name: 'Pause live updates' }).click();
    await pill.waitFor({ state: 'detached' });
    await postCrud(page, 'An own one above');
    await page.getByRole('article').first().getByText('An own one above').waitFor();
    expect(await page.getByText('One of many').count()).toBe(0);
    await page.getByRole('button', { name: 'Resume live updates' }).click();
    await pill.click();
    await page.getByText('One of many 24').waitFor();
    await page.locator('.pill').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('[FEED-1, FEED-7, FEED-9] many cruds of one person in a row fold, also new ones, open in place with the focus, and are open after Back', async () => {
    const eve = await e2e.app.signUp({ name: 'Eve Feed', handle: 'eve_feed' });
    await addCruds(e2e.app, { author, count: 30, textOf });
    await addCruds(e2e.app, { author: eve.sub, count: 8, textOf: (index) => `Run ${String(index)}` });
    await page.goto('/');
    const fold = (count: number) =>
      page.getByRole('button', { name: `${String(count)} more from @eve_feed`, exact: true });
    await fold(5).waitFor();
    await scrollByWheel(page, 200);
    await eve.callOk('createActivity', { body: { message: 'Run 8', ttl: '1-day' } });
    await page.getByRole('button', { name: '1 new crud' }).click();
    await page.getByText('Run 8', { exact: true }).waitFor();
    const texts = async () => (await page.locator('.feed .crud-text').allInnerTexts()).slice(0, 10);
    // What was shown is not folded.
    expect((await texts()).slice(0, 5)).toEqual([
      'Run 8',
      'Run 7',
      'Run 6',
      'Run 5',
      expect.stringMatching(/^Old 29/),
    ]);

    await scrollByWheel(page, 200);
    const first = (await page.locator('article.folded').getAttribute('data-crud')) ?? '';
    const top = await cardTop(page, first);
    const seen = await recordCardMovement(page, first);
    await fold(5).press('Enter');
    await page.getByText('Run 0', { exact: true }).waitFor();
    await waitUntilFocused(page.locator(`article[data-crud="${first}"]`));
    const { distance, missing } = await seen();
    expect([distance <= 1, missing]).toEqual([true, 0]);
    const run = [8, 7, 6, 5, 4, 3, 2, 1, 0].map((number) => `Run ${String(number)}`);
    expect((await texts()).slice(0, run.length)).toEqual(run);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Crud' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Run 0', { exact: true }).waitFor();
    await until(async () => Math.abs((await cardTop(page, first)) - top) <= 1, {
      what: 'the run is open where it was',
    });
    await page.goto('/@eve_feed');
    await page.getByText('Run 0', { exact: true }).waitFor();
    expect(await page.locator('.folded').count()).toBe(0);
  });

  it('[POST-6, FEED-7] a list shows ten lines of a long text until it is opened, which moves nothing above; its page shows all', async () => {
    const text = Array.from({ length: 180 }, (_, line) => (line === 170 ? '#deep' : String(line))).join('\n');
    const { uuid } = await write(text);
    const long = (on = page) => on.locator(`article[data-crud="${uuid}"]`);
    const countLines = (on = page) =>
      long(on)
        .locator('.crud-text')
        .evaluate((one) => Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)));
    const untilOpen = () => until(async () => (await countLines()) === 180, { what: 'the text is open' });
    const button = (on = page) => long(on).getByRole('button', { name: 'Show all' });
    await using visitor = await e2e.openBrowser({ javaScriptEnabled: false });
    await visitor.page.goto('/@bob_feed');
    expect(await countLines(visitor.page)).toBe(10);
    expect(await button(visitor.page).count()).toBe(1);

    await page.setViewportSize({ width: 1280, height: 320 });
    await page.goto('/@bob_feed');
    await button().evaluate((one) => one.scrollIntoView({ block: 'center' }));
    expect(await cardTop(page, uuid)).toBeLessThan(0);
    const movement = await recordCardMovement(page, uuid);
    await button().click();
    await untilOpen();
    await waitUntilFocused(long());
    const { distance, missing } = await movement();
    expect([distance <= 1, missing]).toEqual([true, 0]);
    expect(await button().count()).toBe(0);

    await page.goto('/');
    // The page of visitors, which has the crud too, is replaced first.
    await until(async () => (await countLines()) === 10, { what: 'the text is clamped' });
    const link = long().getByRole('link', { name: '#deep' });
    await link.focus();
    await untilOpen();
    await waitUntilFocused(link);
    expect(await link.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/@bob_feed/status/${uuid}`);
    expect(await page.locator('.post .crud-text').innerText()).toBe(text);
    expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0);
  });

  it('hydration keeps the scroll position among the rendered rows of a long list', async () => {
    const dan = await e2e.app.signUp({ name: 'Dan Feed', handle: 'dan_feed' });
    await addCruds(e2e.app, { author: dan.sub, count: 60, textOf });
    await using visitor = await e2e.openBrowser();
    const release = await holdRequests(visitor.page, '**/static/js/**');
    await visitor.page.goto('/@dan_feed', { waitUntil: 'commit' });
    await visitor.page.getByText('Old 48.').waitFor();
    await scrollByWheel(visitor.page, 900);
    await expectKept(visitor.page, async () => {
      release();
      await visitor.page.locator('.feed:not(.unpositioned)').waitFor();
      await waitUntilHydrated(visitor.page);
    });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a further page that fails to load shows the error at the end, and is requested again by hand', async () => {
    await addCruds(e2e.app, { author, count: 60, textOf });
    let requestCount = 0;
    await page.route('**/activities/home?*before=*', (route) => {
      requestCount += 1;
      return route.fulfill({ status: 500, json: ['generic_500'] });
    });
    await page.goto('/');
    const listEnd = page.getByRole('alert').filter({ hasText: 'An internal server error has occured' });
    await page.getByRole('article').first().waitFor();
    // Rows that are measured after the press can move the end away.
    const reachEnd = async () => {
      await page.keyboard.press('Control+End');
      return requestCount > 0;
    };
    await until(reachEnd, { what: 'a further page is requested' });
    await listEnd.waitFor();
    expect(requestCount).toBe(HTTP_RETRY.attempts);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await until(() => requestCount === 2 * HTTP_RETRY.attempts, { what: 'the page is requested again' });
    await again.and(page.locator(':not([aria-busy])')).waitFor();
    expect(requestCount).toBe(2 * HTTP_RETRY.attempts);
    expect(await page.getByText('We couldn’t load the list').count()).toBe(0);
    await page.unroute('**/activities/home?*before=*');
    await again.click();
    await listEnd.waitFor({ state: 'detached' });
  });

  it('[FEED-1] a list that ends with a fold loads a further page on request only', async () => {
    const fay = await e2e.app.signUp({ name: 'Fay Feed', handle: 'fay_feed' });
    await addCruds(e2e.app, { author: fay.sub, count: 120, textOf });
    const requests = recordRequests(page);
    await page.goto('/');
    const fold = (count: number) =>
      page.getByRole('button', { name: `${String(count)} more from @fay_feed`, exact: true });
    await fold(47).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await fold(97).waitFor();
    await page.getByRole('button', { name: 'Show more' }).and(page.locator(':not([aria-busy])')).waitFor();
    expect(requests.filter((address) => /\/activities\/home\?.*before=/u.test(address))).toHaveLength(1);
  });
});
