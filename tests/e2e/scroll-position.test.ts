import { HTTP_RETRY } from '@cruddur/shared';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import type { TestPerson } from '../support/people.ts';
import { sampleOfCases } from '../support/sample-of-cases.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { holdRequests } from './hold-requests.ts';
import type { SignedInBrowser } from './test-browser.ts';
import {
  findCardInView,
  feedPositionOf,
  scrollByWheel,
  cardTop,
  recordCardMovement,
} from './card-movement.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;
const textOf = (index: number) => `Old ${String(index)}. ${'Some words to read. '.repeat(index % 7)}`;

describe('a reader who has scrolled down', () => {
  const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });
  let ann: SignedInBrowser;
  let bob: TestPerson;
  beforeAll(async () => {
    bob = await e2e.app.signUp({ name: 'Bob Feed', handle: 'bob_feed' });
    ann = await e2e.openSignedInBrowser({ name: 'Ann Feed', handle: 'ann_feed' });
  });

  const write = (message: string) => bob.callOk('createActivity', { body: { message, ttl: '1-day' } });

  const feeds: [title: string, address: string, label: string, above: number][] = [
    ['home, where new cruds are buffered in the header', '/', 'Home', 0],
    ['a profile, where they are inserted above', '/@bob_feed', 'Cruds by Bob Feed', 50],
  ];
  it.each(sampleOfCases(feeds, 2))(
    '[FEED-7] the crud being read does not move while 50 cruds arrive and 20 expire above: %s',
    async (...[, address, label, above]) => {
      const { page } = ann;
      // Every second one of the latest forty expires within the hour.
      const livesMs = (index: number) => (index >= 20 && index % 2 === 0 ? HOUR_MS / 2 : 7 * 24 * HOUR_MS);
      const uuids = await addCruds(e2e.app, { author: bob.sub, count: 60, textOf, lifetimeMs: livesMs });
      await page.goto(address);
      await page.getByRole('feed', { name: label }).getByText('Old 59.').first().waitFor();
      await scrollByWheel(page, 6200);
      const card = await findCardInView(page);
      expect(uuids.slice(0, 20)).toContain(card);
      const seen = await recordCardMovement(page, card);
      const place = await feedPositionOf(page, card);
      for (let count = 1; count <= 50; count++) await write(`New ${String(count)} at ${address}`);
      const isAt = (at: number) => async () => (await feedPositionOf(page, card)) === at;
      await until(isAt(place + above), { what: 'the new cruds have arrived' });
      await e2e.app.advance(HOUR_MS);
      await until(isAt(place + above - 20), { what: 'the expired cruds are removed' });
      const { distance, missing } = await seen();
      expect(distance).toBeLessThanOrEqual(1);
      expect(missing).toBe(0);
    },
  );

  it.each([
    ['a list that is rendered completely', 25, 2200, 'cat_feed'],
    ['the rendered rows of a long list', 60, 900, 'dan_feed'],
  ])('[PAINT-17] hydration keeps the scroll position: %s', async (...of) => {
    const [, count, by, handle] = of;
    const author = await e2e.app.signUp({ name: handle, handle });
    await addCruds(e2e.app, { author: author.sub, count, textOf });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto(`/@${handle}`, { waitUntil: 'commit' });
    await page.getByText(`Old ${String(count - 12)}.`).waitFor();
    await scrollByWheel(page, by);
    const card = await findCardInView(page);
    const seen = await recordCardMovement(page, card);
    release();
    await page.locator('.feed:not(.unpositioned)').waitFor();
    await waitUntilHydrated(page);
    const { distance, missing } = await seen();
    expect(distance).toBeLessThanOrEqual(1);
    expect(missing).toBe(0);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[FEED-7] the crud being read does not move when others come and go before the event of a scroll', async () => {
    const cat = await e2e.app.signUp({ name: 'Cat Scroll', handle: 'cat_scroll' });
    const uuids = await addCruds(e2e.app, { author: cat.sub, count: 25, textOf });
    await using eve = await e2e.openSignedInBrowser({ name: 'Eve Scroll', handle: 'eve_scroll' });
    const { page } = eve;
    // In a page without frames, like that of a covered window, these events are late.
    await page.addInitScript(() =>
      window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true }),
    );
    await page.goto('/@cat_scroll');
    const feed = page.getByRole('feed', { name: 'Cruds by Cat Scroll' });
    await feed.getByText('Old 24.').waitFor();
    await page.evaluate(() => window.scrollBy({ top: 1500 }));
    const card = await findCardInView(page);
    const seen = await recordCardMovement(page, card);
    const params = { activity_uuid: uuids.at(-1) ?? '' };
    await cat.callOk('burnActivity', { params });
    await feed.getByText('Old 24.').waitFor({ state: 'detached' });
    await cat.callOk('createActivity', { body: { message: 'New above', ttl: '1-day' } });
    await feed.getByText('New above').waitFor();
    const { distance, missing } = await seen();
    expect(distance).toBeLessThanOrEqual(1);
    expect(missing).toBe(0);
  });

  it('[FEED-7] at the top of the list a new crud is visible, whatever its height', async () => {
    const { page } = ann;
    await write('here before');
    await page.goto('/');
    await page.getByRole('article').first().waitFor();
    for (const text of ['tall '.repeat(200), 'taller '.repeat(140), 'the next one']) await write(text);
    await page.getByText('the next one').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('[FEED-28] at the top of the list no crud moves under the pointer, and waiting ones appear when it leaves', async () => {
    const { page } = ann;
    await page.goto('/');
    await page.getByRole('article').first().hover();
    const card = await findCardInView(page);
    const seen = await recordCardMovement(page, card);
    await write('While pointed at');
    const pill = page.getByRole('button', { name: '1 new crud' });
    await pill.waitFor();
    const { distance } = await seen();
    expect(distance).toBe(0);
    await page.mouse.move(2, 400);
    await page.getByText('While pointed at').waitFor();
    await pill.waitFor({ state: 'detached' });
    await page.getByRole('article').first().focus();
    await write('While focused');
    await pill.waitFor();
    expect(await page.getByText('While focused').count()).toBe(0);
    await pill.click();
    await page.getByText('While focused').waitFor();
  });

  it('[FEED-8] the pill counts buffered cruds, scrolls to them, and back to the exact place', async () => {
    const { page } = ann;
    await page.goto('/');
    await page.getByRole('article').first().waitFor();
    await scrollByWheel(page, 3000);
    const card = await findCardInView(page);
    const top = await cardTop(page, card);
    for (const text of ['Fresh one', 'Fresh two', 'Fresh three']) await write(text);
    await page.getByRole('button', { name: '3 new cruds' }).click();
    await page.getByText('Fresh three').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const back = page.getByRole('button', { name: 'Back to where you were' });
    await waitUntilFocused(back);
    await page.keyboard.press('Enter');
    await until(async () => Math.abs((await cardTop(page, card)) - top) <= 1, {
      what: 'the card is where it was',
    });
  });

  it('[FEED-43] the pill changes at most once per second while cruds arrive fast, and then has their number', async () => {
    const { page } = ann;
    await write('Already there');
    await page.goto('/');
    await page.getByRole('article').first().hover();
    await write('The first of many');
    await page.getByRole('button', { name: '1 new crud' }).waitFor();
    const changes = await page.locator('.pill .n').evaluateHandle((count) => {
      const times = [performance.now()];
      const observer = new MutationObserver(() => times.push(performance.now()));
      observer.observe(count, { characterData: true, childList: true, subtree: true });
      return times;
    });
    for (let count = 1; count < 25; count++) await write(`One of many ${String(count)}`);
    await page.getByRole('button', { name: '25 new cruds' }).waitFor();
    const times = await changes.jsonValue();
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(900);
  });

  it('[FEED-9] going back shows the same crud in the same place, with focus where it was', async () => {
    const { page } = ann;
    await page.goto('/');
    await page.getByRole('article').first().waitFor();
    await scrollByWheel(page, 4000);
    const card = await findCardInView(page);
    const top = await cardTop(page, card);
    await page.locator(`article[data-crud="${card}"]`).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Crud' }).waitFor();
    await write('While away');
    await page.getByRole('button', { name: 'Back' }).click();
    await until(async () => Math.abs((await cardTop(page, card)) - top) <= 1, {
      what: 'the card is where it was',
    });
    const holder = () => page.evaluate(() => document.activeElement?.closest('article')?.dataset.crud);
    await until(async () => (await holder()) === card, { what: 'the card has the focus' });
  });

  it('[FEED-19] a further page that fails to load shows the error at the end, and is requested again by hand', async () => {
    const { page } = ann;
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
});
