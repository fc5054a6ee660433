import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { sampleOfCases } from '../support/sample-of-cases.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { measureShownAfter } from './measure-shown-after.ts';
import { openSignedInBrowser, openBrowser } from './test-browser.ts';

const HOUR_MS = 3_600_000;
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const HOSTILE = `</script><script>alert(1)</script> "quoted" & 'single' <img src=x onerror=alert(2)>`;

describe('the first paint', () => {
  let app: TestApp;
  let browser: Browser;
  let ann: TestPerson;
  let post: { uuid: string; path: string };

  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), getSharedChromium()]);
    ann = await app.signUp({ name: 'Ann <b>Paint</b>', handle: 'ann_paint' });
    const write = (message: string) =>
      ann.callOk('createActivity', { body: { user_handle: ann.handle, message, ttl: '1-day' } });
    const { uuid } = await write(HOSTILE);
    post = { uuid, path: `/@ann_paint/status/${uuid}` };
    const body = { activity_uuid: uuid, message: 'An answer to #everything' };
    await ann.callOk('createReply', { params: { activity_uuid: uuid }, body });
    // More than a list that is rendered completely.
    for (let place = 1; place <= 40; place += 1) await write(`Crud number ${String(place)}.`);
  });
  afterAll(async () => {
    await closePages(browser);
    await app[Symbol.asyncDispose]();
  });

  async function openEmpty(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block', ...options });
    return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
  }

  async function open(path: string, options: BrowserContextOptions = {}) {
    const visit = await openEmpty(options);
    const answer = await visit.page.goto(path);
    return { ...visit, status: answer?.status() };
  }

  // One of each kind in turn, because the usual form runs every second one.
  const readablePages: [path: string, status: number, texts: string[]][] = [
    ['/', 200, ['Say it.. then forget it....', 'Join The Party', "Don't think about it, just crud it!"]],
    ['/about', 200, ['About!']],
    ['/@ann_paint', 200, ['Ann <b>Paint</b>', '41 Cruds', 'Crud number 40.']],
    ['/signup', 200, ['Sign up to create a Cruddur account']],
    ['/signin', 200, ['Sign into your Cruddur account']],
    ['/forgot', 200, ['Recover your Password']],
    ['/confirm?email=a%40example.com', 200, ['Confirm your Email', 'the local mailbox']],
    ['/no/such/page', 404, ['Not found']],
    ['/@nobody_here', 404, ['@nobody_here']],
    ['/%E0%A4%A', 404, ['Not found']],
    ['/@%E0%A4%A', 404, ['@%E0%A4%A']],
  ];
  it.each(sampleOfCases(readablePages, 2))(
    '[PAINT-1] %s is readable without scripts',
    async (path, status, texts) => {
      await using visit = await open(path, { javaScriptEnabled: false });
      expect(visit.status).toBe(status);
      for (const text of texts) await visit.page.getByText(text).filter({ visible: true }).first().waitFor();
    },
  );

  it('[PAINT-1] a crud is readable without scripts, as it was written, with its replies', async () => {
    await using visit = await open(post.path, { javaScriptEnabled: false });
    const { page } = visit;
    expect(await page.locator('.post .crud-text').textContent()).toBe(HOSTILE);
    await page.getByText('An answer to').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Crud · Cruddur');
  });

  it('[PAINT-26] the clock of a page that was rendered before is exact', async () => {
    const eve = await app.signUp();
    const body = { message: 'Soon over.', ttl: '1-hour' } as const;
    const { uuid, expires_at } = await eve.callOk('createActivity', { body });
    const path = `/@${eve.handle}`;
    const end = Date.parse(expires_at ?? '');
    await using visit = await openEmpty();
    const { page } = visit;
    await app.advance(end - app.clock.now().getTime() - 20_000);
    await (await fetch(app.url + path)).text();
    // Less than the age at which the page is rendered again, by what a busy machine takes to open it.
    await app.advance(5000);
    await page.goto(path);
    const [timing] = await page.evaluate(() =>
      performance.getEntriesByType('navigation').flatMap((entry) =>
        (entry as PerformanceNavigationTiming).serverTiming.map(({ name, duration }) => ({
          name,
          duration,
        })),
      ),
    );
    expect(timing?.name).toBe('age');
    expect(timing?.duration).toBeGreaterThanOrEqual(5000);
    const shown = await measureShownAfter(
      page,
      `:not([data-expired]) > [data-crud="${uuid}"]:not([data-expired])`,
      end - (app.clock.now().getTime() - Date.now()),
    );
    expect(app.clock.now().getTime()).toBeGreaterThanOrEqual(end);
    // By the time of the rendering it would be shown for five seconds more.
    expect(shown).toBeLessThan(2500);
  });

  it('[PAINT-1] the page of a burned crud shows it without scripts', async () => {
    const body = { user_handle: ann.handle, message: 'Soon gone.', ttl: '1-day' } as const;
    const { uuid } = await ann.callOk('createActivity', { body });
    await ann.callOk('burnActivity', { params: { activity_uuid: uuid } });
    await using visit = await open(`/@ann_paint/status/${uuid}`, { javaScriptEnabled: false });
    expect(visit.status).toBe(410);
    await visit.page.getByText('forgotten').first().waitFor();
  });

  /** Opens a page whose scripts are held back until they are released. */
  async function held(page: Page, path: string) {
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('#waiting').waitFor({ state: 'attached' });
    return { letGo: release };
  }

  const hydratedPages: [path: string, part: string][] = [
    ['/', '.welcome'],
    ['/about', 'h1'],
    ['/@ann_paint', '[data-index="3"] .crud-text'],
    ['/signup', '.card'],
    ['post', '.post .crud-text'],
    ['/forgot', '.card'],
    ['/signin', '.card'],
    ['/confirm?email=a%40example.com', '.card'],
    ['/@nobody_here', '.empty-state'],
    ['/%E0%A4%A', '.empty-state'],
    ['/@%E0%A4%A', '.empty-state'],
  ];
  it.each(sampleOfCases(hydratedPages, 2))(
    '[PAINT-2] hydration keeps %s as it is, in any time zone and without console problems',
    async (path, part) => {
      // Differs from the server's time zone and language.
      const context = await browser.newContext({
        baseURL: app.url,
        serviceWorkers: 'block',
        timezoneId: 'Pacific/Auckland',
        locale: 'de-DE',
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (line) => {
        if (line.type() === 'error' && !line.text().includes('status of 404')) problems.push(line.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      const program = await held(page, path === 'post' ? post.path : path);
      const element = await page.waitForSelector(part);
      const before = await element.boundingBox();
      await element.evaluate((node) => node.setAttribute('data-test-seen', ''));
      program.letGo();
      await waitUntilHydrated(page);
      await until(() => page.evaluate(() => document.fonts.status === 'loaded'), {
        what: 'the fonts are loaded',
      });
      expect(await element.evaluate((node) => node.isConnected)).toBe(true);
      expect(await page.locator('[data-test-seen]').count()).toBe(1);
      expect(await page.locator('[data-style]').count()).toBe(0);
      expect((await element.boundingBox())?.y).toBeCloseTo(before?.y ?? NaN, 0);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('[PAINT-19] the date of a server-rendered crud is in UTC, and in the reader’s language and zone once the page is idle', async () => {
    const context = await browser.newContext({
      baseURL: app.url,
      serviceWorkers: 'block',
      timezoneId: 'Pacific/Auckland',
      locale: 'de-DE',
    });
    const page = await context.newPage();
    const program = await held(page, post.path);
    const time = page.locator('.post .when time').first();
    expect(await time.textContent()).toMatch(/\sUTC$/);
    program.letGo();
    await waitUntilHydrated(page);
    const local = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Pacific/Auckland',
    }).format(new Date((await time.getAttribute('datetime')) ?? NaN));
    await until(async () => (await time.textContent()) === local, { what: 'the date is local' });
    await context.close();
  });

  it('[PAINT-2, PAINT-27] pictures are named in the HTML, and those that have loaded in one part of a page do not break the hydration of the next', async () => {
    const eli = await app.signUp({ name: 'Eli Paint', handle: 'eli_paint' });
    for (const message of ['One.', 'Two.'])
      await eli.callOk('createActivity', { body: { user_handle: eli.handle, message, ttl: '1-day' } });
    await app.store.db.updateTable('people').set({ avatar_version: 1 }).where('sub', '=', eli.sub).execute();
    const html = await (await fetch(`${app.url}/@eli_paint`)).text();
    expect(html.match(/avatars\/processed\//g)?.length).toBeGreaterThanOrEqual(2);
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    // The pictures load at once.
    await page.addInitScript(() => {
      Object.defineProperty(HTMLImageElement.prototype, 'src', {
        set(this: HTMLImageElement) {
          queueMicrotask(() => this.dispatchEvent(new Event('load')));
        },
      });
    });
    await page.route('**/avatars/processed/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: PIXEL }),
    );
    await page.goto('/@eli_paint');
    await waitUntilHydrated(page);
    await until(async () => (await page.locator('.feed .av[style*=url]').count()) === 2, {
      what: 'the cruds have their pictures',
    });
    expect(visitor.consoleProblems).toEqual([]);
    // This picture exists for this page only.
    await eli.callOk('deleteAccount');
  });

  it('[PAINT-3] a browser with a stored session never shows a visitor’s page, not for a single frame', async () => {
    await using cid = await openSignedInBrowser(browser, app, { name: 'Cid Paint', handle: 'cid_paint' });
    for (const path of ['/', '/@ann_paint']) {
      const program = await held(cid.page, path);
      await cid.page.locator('#waiting .skeleton').waitFor();
      expect(await cid.page.getByText('Join The Party').first().isVisible()).toBe(false);
      expect(await cid.page.locator('#root').isVisible()).toBe(false);
      program.letGo();
      await waitUntilHydrated(cid.page);
      await cid.page.getByRole('article').first().waitFor();
    }
    expect(cid.consoleProblems).toEqual([]);
  });

  it('[PAINT-13] the sample cruds drawn for visitors keep their remaining times, whatever the visitor’s clock', async () => {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    await page.clock.install({ time: Date.now() - 5 * HOUR_MS });
    await page.goto('/');
    await waitUntilHydrated(page);
    const last = page.locator('.sample .crud').last();
    await last.getByText('2h', { exact: true }).waitFor();
    await page.clock.fastForward(3 * HOUR_MS);
    await last.getByText('7m', { exact: true }).waitFor();
    await last.getByText('2h', { exact: true }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  /** Whether the main script was requested. */
  const hasProgram = (page: Page) =>
    page.evaluate(() => document.querySelector('head > script[src]') !== null);

  /** Delays all frames. @returns whether the loaded page has requested the main script, and a function that releases the frames */
  async function withoutFrames(page: Page, path: string) {
    await page.addInitScript(() => {
      const waiting: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (frame) => waiting.push(frame);
      window.addEventListener('test-frame', () => {
        for (const frame of waiting.splice(0)) frame(performance.now());
      });
    });
    await page.goto(path);
    return {
      isThere: await hasProgram(page),
      frame: () => page.evaluate(() => window.dispatchEvent(new Event('test-frame'))),
    };
  }

  it('[PAINT-14] a server-rendered page is painted before its main script is requested', async () => {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    const { isThere, frame } = await withoutFrames(page, '/@ann_paint');
    expect(isThere).toBe(false);
    await page.keyboard.press('Shift');
    expect(await hasProgram(page)).toBe(false);
    const program = page.waitForRequest('**/static/js/index.*.js');
    await until(
      async () => {
        await frame();
        return hasProgram(page);
      },
      { what: 'the frames have passed' },
    );
    await program;
  });

  it('[PAINT-14] the main script is requested without a paint for a signed-in user, on the user’s own pages, and in a hidden page', async () => {
    await using dora = await openSignedInBrowser(browser, app, { name: 'Dora Paint', handle: 'dora_paint' });
    expect((await withoutFrames(dora.page, '/@ann_paint')).isThere).toBe(true);
    await using own = await openBrowser(browser, app.url);
    expect((await withoutFrames(own.page, '/settings')).isThere).toBe(true);
    await using unseen = await openBrowser(browser, app.url);
    await unseen.page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    });
    expect((await withoutFrames(unseen.page, '/signin')).isThere).toBe(true);
    await withoutFrames(unseen.page, '/@ann_paint');
    await unseen.page.keyboard.press('Shift');
    await until(() => hasProgram(unseen.page), { what: 'the main script is requested' });
  });

  it('[PAINT-4] a hydrated page behaves like any other: new cruds appear, and links navigate without a page load', async () => {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    await page.goto('/@ann_paint');
    await waitUntilHydrated(page);
    await page.evaluate(() => document.body.setAttribute('data-test-same', ''));
    const body = { user_handle: ann.handle, message: 'Written while you look.', ttl: '1-day' } as const;
    await ann.callOk('createActivity', { body });
    await page.getByText('Written while you look.').waitFor();
    await page.getByText('Written while you look.').click();
    await page.getByRole('heading', { level: 1, name: 'Crud' }).waitFor();
    expect(await page.locator('[data-test-same]').count()).toBe(1);
    expect(visitor.consoleProblems).toEqual([]);
  });
});
