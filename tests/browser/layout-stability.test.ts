import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { postCrud } from '../e2e/test-browser.ts';
import { addCruds } from '../support/add-cruds.ts';
import { measureLayoutShift, recordLayoutShifts } from '../support/measure-layout-shift.ts';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const HOUR_MS = 3_600_000;
const SHIFT_MAX = 0.01;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const LONG =
  'Regular visitors say that the fear of clouds is a lie, and that the only way to learn is to build things where others ' +
  'can watch you burn them down again. I write my notes on the train this morning; who else is awake?';

describe('the layout', () => {
  const e2e = setUpE2e();
  let ann: TestPerson;
  let crud = '';

  beforeAll(async () => {
    ann = await e2e.app.signUp({ name: 'Ann of the Long and Winding Name', handle: 'ann_still' });
    for (const message of ['Short.', LONG]) crud = (await write(message, '7-days')).uuid;
  });
  const write = (message: string, ttl: '3-days' | '7-days') =>
    ann.callOk('createActivity', { body: { user_handle: ann.handle, message, ttl } });

  it.each(['profile', 'crud'])(
    'on a %s, the time left starts at the same place when days become hours and then minutes',
    async (screen) => {
      const { uuid } = await write('Still here', '3-days');
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      await page.clock.install({ time: e2e.app.clock.now() });
      await page.goto(screen === 'crud' ? `/@ann_still/status/${uuid}` : '/@ann_still');
      await waitUntilHydrated(page, () => page.clock.runFor(100));
      // Chromium does not count what moves within half a second of an input.
      const quietAt = performance.now() + 600;
      await until(() => performance.now() > quietAt, { what: 'the input is over' });
      const readShifts = await recordLayoutShifts(page);
      const starts = [];
      for (const { text, aheadMs } of [
        { text: '2d', aheadMs: 47.5 * HOUR_MS },
        { text: '1d', aheadMs: HOUR_MS },
        { text: '23h', aheadMs: 23 * HOUR_MS },
        { text: '29m', aheadMs: 0 },
      ]) {
        const shown = `${text}${screen === 'crud' ? ' left' : ''}`;
        const left = page.locator('.time-left').first().getByText(shown, { exact: true });
        await left.waitFor();
        starts.push((await left.boundingBox())?.x);
        await e2e.app.advance(aheadMs);
        await page.clock.fastForward(aheadMs);
      }
      expect(new Set(starts).size).toBe(1);
      expect(await readShifts()).toEqual([]);
      expect(starts[0]).toBeGreaterThan(0);
    },
  );

  /** Visits with all font files held back until the page is complete. */
  async function visitWithLateFonts(page: Page, path: string): Promise<number> {
    const held: (() => Promise<void>)[] = [];
    await page.route('**/*.woff2', (route) => void held.push(() => route.continue()));
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading').first().waitFor();
    await until(() => held.length > 0, { what: 'fonts are requested' });
    await waitUntilHydrated(page);
    for (const release of held) await release();
    await until(() => page.evaluate(() => document.fonts.status === 'loaded'), { what: 'fonts are loaded' });
    await page.unroute('**/*.woff2');
    return measureLayoutShift(page);
  }

  it.each(SIZES)('[PAINT-12] late fonts shift nothing in $width px', async (size) => {
    await using visitor = await e2e.openBrowser();
    await visitor.page.setViewportSize(size);
    for (const path of ['/', '/@ann_still', `/@ann_still/status/${crud}`, '/signin', '/signup', '/forgot'])
      expect(await visitWithLateFonts(visitor.page, path), path).toBeLessThanOrEqual(SHIFT_MAX);
    expect(visitor.consoleProblems).toEqual([]);
    await using bob = await e2e.openSignedInBrowser({ name: 'Bob Still', handle: `bob_${size.width}` });
    await bob.page.setViewportSize(size);
    expect(await visitWithLateFonts(bob.page, '/'), 'home').toBeLessThanOrEqual(SHIFT_MAX);
  });

  it('the navigation is at one place and in one width on all screens, but a rail beside the charts of wide windows', async () => {
    await using member = await e2e.openSignedInBrowser({ name: 'Ann Frame', handle: 'ann_frame' });
    const { page } = member;
    const nav = page.locator('.nav');
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const atHome = await nav.boundingBox();
      for (const [path, title] of [
        ['/messages', 'Messages'],
        ['/machines', 'Machines'],
        ['/', 'Home'],
      ] as const) {
        if (path === '/machines') await page.goto(path);
        else await nav.locator(`a[href="${path}"]`).first().click();
        await page.waitForURL(path);
        // Another screen may have another frame, so the navigation is that of the new one once its title shows.
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        const box = await nav.boundingBox();
        if (path === '/machines' && width === 1440) expect(box?.width).toBeLessThan(100);
        else expect(box, `${path}, ${width} px wide`).toEqual(atHome);
      }
    }
  });

  it('nothing moves during use with live inserts and a ten-second outage', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Busy', handle: 'bob_busy' });
    const author = [bob.sub, ann.sub];
    await addCruds(e2e.app, { author, count: 40, textOf: (index) => `Old ${String(index)}` });
    await using reader = await e2e.openSignedInBrowser({ name: 'Ann Calm', handle: 'ann_calm' });
    const { page } = reader;
    const articles = page.getByRole('article');
    await articles.first().waitFor();
    const readShifts = await recordLayoutShifts(page);
    let count = 0;
    /** Cruds arrive while the page is at rest: longer than the time for which an input excuses what moves. */
    const rest = async (ms = 700) => {
      const end = performance.now() + ms;
      const message = `Live ${String(count)}. ${'Some words to read. '.repeat(count++ % 6)}`;
      await bob.callOk('createActivity', { body: { message, ttl: '1-day' } });
      await until(() => performance.now() > end, { what: 'time passes', timeoutMs: ms + 10_000 });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    };
    const open = async (section: string) => {
      const link = page.getByRole('link', { name: new RegExp(`^${section}`) });
      await link.filter({ visible: true }).first().click();
      await page.getByRole('heading', { name: section, level: 1 }).first().waitFor();
    };
    const stopPointing = () => page.mouse.move(2, 400);
    for (const act of [
      stopPointing,
      () => articles.nth(1).hover(),
      () => articles.nth(1).locator('[data-action=like]').click(),
      stopPointing,
      () => page.locator('[data-shows-new]').click(),
      () => postCrud(page, 'Own'),
      stopPointing,
      // Its text, because the middle of a card may be one of its buttons.
      () => articles.nth(2).locator('.crud-text').click(),
      () => page.getByRole('button', { name: 'Back' }).first().click(),
      ...['Notifications', 'Messages', 'Home'].map((section) => () => open(section)),
      () => page.mouse.wheel(0, 1500),
      () => page.mouse.wheel(0, -1500),
      stopPointing,
      () => page.context().setOffline(true),
    ]) {
      await act();
      await rest();
    }
    await page.getByText('You are offline').waitFor();
    await rest(10_000);
    await page.context().setOffline(false);
    await page.getByText('Back. Nothing was missed.').waitFor();
    await page.getByText('Back. Nothing was missed.').waitFor({ state: 'hidden' });
    expect(await readShifts()).toEqual([]);
  });
});
