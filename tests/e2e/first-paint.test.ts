import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { holdRequests } from './hold-requests.ts';
import { preventTimedStart, waitUntilEvaluated } from './program-start.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOSTILE = `</script><script>alert(1)</script> "quoted" & 'single' <img src=x onerror=alert(2)>`;
const PROFILE = '/@ann_paint';
/** Of the scripts that run before the first intent, gzipped. */
const SCRIPT_BYTES_MAX = 10_000;

describe('the first paint', () => {
  const e2e = setUpE2e();
  let post = '';
  let burned = '';

  beforeAll(async () => {
    const ann = await e2e.app.signUp({ name: 'Ann <b>Paint</b>', handle: 'ann_paint' });
    const write = async (message: string) =>
      (await ann.callOk('createActivity', { body: { user_handle: ann.handle, message, ttl: '1-day' } })).uuid;
    const uuid = await write(HOSTILE);
    post = `${PROFILE}/status/${uuid}`;
    const body = { activity_uuid: uuid, message: 'An answer to #everything' };
    await ann.callOk('createReply', { params: { activity_uuid: uuid }, body });
    // More than a list that is rendered completely.
    for (let number = 1; number <= 40; number += 1) await write(`Crud number ${String(number)}.`);
    const gone = await write('Soon gone.');
    await ann.callOk('burnActivity', { params: { activity_uuid: gone } });
    burned = `${PROFILE}/status/${gone}`;
  });

  it('[PAINT-1] pages are readable without scripts, and a crud as it was written, with its replies', async () => {
    await using visitor = await e2e.openBrowser({ javaScriptEnabled: false });
    const { page } = visitor;
    const pages: [path: string, status: number, texts: string[]][] = [
      ['/', 200, ['Say it.. then forget it....', 'Join The Party', "Don't think about it, just crud it!"]],
      ['/about', 200, ['About!']],
      [PROFILE, 200, ['Ann <b>Paint</b>', '41 Cruds', 'Crud number 40.']],
      ['/signup', 200, ['Sign up to create a Cruddur account']],
      ['/signin', 200, ['Sign into your Cruddur account']],
      ['/forgot', 200, ['Recover your Password']],
      ['/confirm?email=a%40example.com', 200, ['Confirm your Email', 'the local mailbox']],
      ['/no/such/page', 404, ['Not found']],
      ['/@nobody_here', 404, ['@nobody_here']],
      ['/%E0%A4%A', 404, ['Not found']],
      ['/@%E0%A4%A', 404, ['@%E0%A4%A']],
      [burned, 410, ['forgotten']],
      [post, 200, ['An answer to']],
    ];
    for (const [path, status, texts] of pages) {
      expect((await page.goto(path))?.status(), path).toBe(status);
      for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor();
    }
    expect(await page.locator('.post .crud-text').textContent()).toBe(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Crud · Cruddur');
  });

  /** Opens a page whose scripts are held back. @returns a function that releases them */
  async function openHeld(page: Page, path: string): Promise<() => void> {
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('#waiting').waitFor({ state: 'attached' });
    return release;
  }

  it('hydration keeps pages as they are, in any time zone; then dates are those of the reader’s zone, in English', async () => {
    const [timezoneId, locale] = ['Pacific/Auckland', 'de-DE'];
    await using visitor = await e2e.openBrowser({ timezoneId, locale });
    const { page, consoleProblems } = visitor;
    await page.addInitScript(() => localStorage.removeItem('program'));
    const time = page.locator('.post .when time').first();
    for (const [path, part] of [
      ['/', '.welcome'],
      [PROFILE, '[data-index="3"] .crud-text'],
      ['/signin', '.card'],
      ['/@nobody_here', '.empty-state'],
      ['/@%E0%A4%A', '.empty-state'],
      [post, '.post .crud-text'],
    ] as const) {
      const release = await openHeld(page, path);
      const element = await page.waitForSelector(part);
      const before = await element.boundingBox();
      await element.evaluate((node) => node.setAttribute('data-test-seen', ''));
      if (path === post) expect(await time.textContent()).toMatch(/\sUTC$/);
      release();
      await waitUntilHydrated(page);
      await until(() => page.evaluate(() => document.fonts.status === 'loaded'), {
        what: 'the fonts are loaded',
      });
      expect(await element.evaluate((node) => node.isConnected), path).toBe(true);
      expect(await page.locator('[data-test-seen]').count(), path).toBe(1);
      expect(await page.locator('[data-style]').count(), path).toBe(0);
      expect((await element.boundingBox())?.y, path).toBeCloseTo(before?.y ?? NaN, 0);
      await page.unroute('**/static/js/**');
    }
    const format = { dateStyle: 'long', timeStyle: 'short', timeZone: timezoneId } as const;
    const written = new Date((await time.getAttribute('datetime')) ?? NaN);
    const local = new Intl.DateTimeFormat('en-GB', format).format(written);
    await until(async () => (await time.textContent()) === local, { what: 'the date is local' });
    expect(consoleProblems.filter((problem) => !/status of 404|malformed URL segment/.test(problem))).toEqual(
      [],
    );
  });

  it('[MARK-7] on a phone, the first screen of a shared crud explains the fuse and leads to the sign-in and back', async () => {
    const viewport = { width: 390, height: 844 };
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.setViewportSize(viewport);
    await page.goto(post);
    await waitUntilHydrated(page);
    const hint = await page.getByText('When this fuse burns out').boundingBox();
    expect((hint?.y ?? NaN) + (hint?.height ?? NaN)).toBeLessThan(viewport.height / 4);
    await page.locator('.page-header').getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Sign into your Cruddur account' }).waitFor();
    const back = await page.evaluate(() => (history.state as { usr: { back: string } }).usr.back);
    expect(back).toBe(post);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a browser with a stored session never shows a visitor’s page, not for a single frame', async () => {
    await using cid = await e2e.openSignedInBrowser({ name: 'Cid Paint', handle: 'cid_paint' });
    for (const path of ['/', PROFILE]) {
      const release = await openHeld(cid.page, path);
      await cid.page.locator('#waiting .skeleton').waitFor();
      expect(await cid.page.getByText('Join The Party').first().isVisible()).toBe(false);
      expect(await cid.page.locator('#root').isVisible()).toBe(false);
      release();
      await waitUntilHydrated(cid.page);
      await cid.page.getByRole('article').first().waitFor();
    }
    expect(cid.consoleProblems).toEqual([]);
  });

  it('a hydrated page behaves like any other: new cruds appear, and links navigate without a page load', async () => {
    const ben = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.goto(`/@${ben.handle}`);
    await waitUntilHydrated(page);
    await page.evaluate(() => document.body.setAttribute('data-test-same', ''));
    await ben.callOk('createActivity', { body: { message: 'Written while you look.', ttl: '1-day' } });
    await page.getByText('Written while you look.').click();
    await page.getByRole('heading', { level: 1, name: 'Crud' }).waitFor();
    expect(await page.locator('[data-test-same]').count()).toBe(1);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a visitor’s page runs at most 10 KB of script before the first intent, and requests none', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    // A slow machine may take longer to look at the page than the page waits for an intent.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const requests = recordRequests(page);
    for (const path of ['/', '/about', PROFILE, post, '/no/such/page']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const scripts = await page
        .locator('script:not([type="application/json"])')
        .evaluateAll((elements) => elements.map(({ textContent }) => textContent));
      expect(scripts).toHaveLength(1);
      expect(gzipSync(scripts.join('')).length).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    }
    expect(requests.filter((address) => /\/static\/js\/|\/api\//.test(address))).toEqual([]);
  });

  it('a server-rendered page is painted before its main script is requested', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.addInitScript(() => {
      const waiting: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (frame) => waiting.push(frame);
      window.addEventListener('test-frame', () => {
        for (const frame of waiting.splice(0)) frame(performance.now());
      });
    });
    await page.goto(PROFILE);
    await page.keyboard.press('Shift');
    const hasProgram = async () => (await page.locator('head > script[src]').count()) > 0;
    expect(await hasProgram()).toBe(false);
    const program = page.waitForRequest('**/static/js/index.*.js');
    const paintFrame = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('test-frame')));
      return hasProgram();
    };
    await until(paintFrame, { what: 'the frames have passed' });
    await program;
  });

  it('before hydration, shortcuts and text are kept in order, and a press on a card opens its crud, but not by selecting its text', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await openHeld(page, post);
    await page.getByText('An answer to').waitFor();
    await page.goto(PROFILE, { waitUntil: 'commit' });
    const text = page.getByText('Crud number 40.');
    await text.waitFor();
    const { x, y, height } = (await text.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^Crud/);
    expect(new URL(page.url()).pathname).toBe(PROFILE);
    await text.click();
    await page.waitForURL(`${PROFILE}/status/*`, { waitUntil: 'commit' });

    await page.goto(PROFILE, { waitUntil: 'commit' });
    await text.waitFor();
    await page.keyboard.type('j/Two J wor');
    const field = page.getByPlaceholder('Search Cruddur').filter({ visible: true });
    expect(await field.inputValue()).toBe('Two J wor');
    release();
    await page.keyboard.type('ds', { delay: 50 });
    await page.locator('#waiting').waitFor({ state: 'detached' });
    await page.keyboard.type('?');
    expect(await field.inputValue()).toBe('Two J words?');
    await page.getByRole('button', { name: 'Clear' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a press on a menu’s trigger before hydration opens it, and a key moves the focus into it; a press elsewhere withdraws one', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const trigger = page.getByRole('button', { name: 'More about this crud' }).first();
    for (const way of ['click', 'Enter']) {
      const release = await openHeld(page, PROFILE);
      await (way === 'click' ? trigger.click() : trigger.press(way));
      release();
      await page.getByRole('menu').waitFor();
      if (way === 'Enter') await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
      expect(new URL(page.url()).pathname).toBe(PROFILE);
    }
    // Another press elsewhere follows.
    const release = await openHeld(page, PROFILE);
    await page.getByRole('button', { name: /^Like/ }).first().click();
    await page.getByRole('heading', { level: 2 }).first().click();
    release();
    await waitUntilHydrated(page);
    await trigger.click();
    await page.getByRole('menu').waitFor();
    expect(new URL(page.url()).pathname).toBe(PROFILE);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a page whose program the browser has is not hydrated and requests no data before the first intent, which opens a menu', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.goto(PROFILE);
    await waitUntilHydrated(page);
    await page.addInitScript(preventTimedStart);
    await page.reload({ waitUntil: 'commit' });
    // Not those of the page before.
    const requests = recordRequests(page);
    await waitUntilEvaluated(page);
    expect(requests.filter((address) => address.includes('/api/'))).toEqual([]);
    expect(await page.locator('#waiting').count()).toBe(1);
    await page.getByRole('button', { name: 'More about this crud' }).first().click();
    await page.getByRole('menuitem').first().waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });
});
