import { HOME_MAX_AGE_MS } from '@cruddur/shared';
import { beforeAll, describe, expect, it } from 'vitest';
import { chunkPath, holdRequests } from '../e2e/hold-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import type { SignedInBrowser } from '../e2e/test-browser.ts';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const HOUR_MS = 3_600_000;
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the first screen', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann First', handle: 'ann_first' });
    await ann.self.callOk('createActivity', {
      body: { user_handle: 'ann_first', message: 'before all', ttl: '1-day' },
    });
  });

  it('pictures are named in the HTML, and those that have loaded in one part of a page do not break the hydration of the next', async () => {
    const eli = await e2e.app.signUp({ name: 'Eli Paint', handle: 'eli_paint' });
    for (const message of ['One.', 'Two.'])
      await eli.callOk('createActivity', { body: { user_handle: eli.handle, message, ttl: '1-day' } });
    const { db } = e2e.app.store;
    await db.updateTable('people').set({ avatar_version: 1 }).where('sub', '=', eli.sub).execute();
    const html = await (await fetch(`${e2e.app.url}/@eli_paint`)).text();
    expect(html.match(/avatars\/processed\//g)?.length).toBeGreaterThanOrEqual(2);
    await using visitor = await e2e.openBrowser();
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

  it('[EXPIRY-6, PAINT-1] the cruds of a visitor’s home keep their remaining times, whatever the visitor’s clock, and leave as they expire', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    // The page of before is over.
    await e2e.app.advance(HOME_MAX_AGE_MS);
    // Its answer would correct the clock.
    await holdRequests(page, '**/api/activities/new');
    await page.clock.install({ time: Date.now() - 5 * HOUR_MS });
    await page.goto('/');
    await waitUntilHydrated(page);
    const crud = page.locator('.newest').filter({ hasText: 'before all' });
    await crud.getByText('23h', { exact: true }).waitFor();
    await page.clock.fastForward(3 * HOUR_MS);
    await crud.getByText('20h', { exact: true }).waitFor();
    await page.clock.fastForward(21 * HOUR_MS);
    await page.getByRole('heading', { name: 'How it looks' }).waitFor();
    expect(await crud.count()).toBe(0);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a visitor’s home says that it cannot be loaded, and loads once it can', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.route('**/api/activities/new', (route) => route.abort());
    await page.goto('/about');
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('heading', { name: 'We can’t reach Cruddur' }).waitFor();
    await page.unrouteAll();
    await page.locator('.newest').first().waitFor();
    expect(await page.getByRole('heading', { name: 'How it looks' }).count()).toBe(0);
  });

  it('the main script is requested without a paint for a signed-in user, on the user’s own pages, and in a hidden page', async () => {
    const storageState = await ann.page.context().storageState();
    for (const [path, options, isHidden] of [
      ['/@ann_first', { storageState }, false],
      ['/settings', {}, false],
      ['/signin', {}, true],
    ] as const) {
      await using visitor = await e2e.openBrowser(options);
      const { page } = visitor;
      await page.addInitScript((hidden) => {
        window.requestAnimationFrame = () => 0;
        if (hidden) Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      }, isHidden);
      await page.goto(path);
      await page.locator('head > script[src]').waitFor({ state: 'attached' });
    }
  });

  it('placeholder rows that are visible stay until the content arrives, whether page or client rendered them', async () => {
    await using again = await e2e.openBrowser({ storageState: await ann.page.context().storageState() });
    const { page } = again;
    await page.addInitScript(() => {
      const seen: string[] = [];
      const describeScreen = () => {
        if (document.querySelector('#root [role=feed] article')) return 'cruds';
        const [skeleton] = [...document.querySelectorAll('.skeleton')].filter((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        );
        if (!skeleton) return 'nothing';
        const where = skeleton.closest('#waiting') ? 'waiting' : 'program';
        return `${String(skeleton.querySelectorAll('.crud').length)} rows, ${where}`;
      };
      const check = () => {
        const now = describeScreen();
        if (seen.at(-1) !== now) seen.push(now);
        requestAnimationFrame(check);
      };
      check();
      Object.assign(globalThis, { seen });
    });
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    const untilSeen = (what: string) => until(async () => (await seen()).includes(what), { what });
    const releaseProgram = await holdRequests(page, '**/static/js/**');
    const answerHome = await holdRequests(page, '**/api/activities/home');
    await page.goto('/', { waitUntil: 'commit' });
    await untilSeen('5 rows, waiting');
    releaseProgram();
    await untilSeen('5 rows, program');
    answerHome();
    await page.getByText('before all').waitFor();
    await expect.poll(seen).toEqual(['nothing', '5 rows, waiting', '5 rows, program', 'cruds']);
  });

  it('the other requests are also made when the feed fails', async () => {
    const { page } = ann;
    await page.route('**/api/activities/home*', (route) => route.fulfill({ status: 400, json: ['blank'] }));
    const socket = page.waitForEvent('websocket');
    await page.goto('/');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await socket;
    await page.getByRole('heading', { name: 'Suggested Users' }).waitFor();
    await page.unroute('**/api/activities/home*');
  });

  it('text typed before the popup opens triggers no shortcut, and Escape cancels the popup', async () => {
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('popups'));
    await page.goto('/');
    const like = page.getByRole('article').first().getByRole('button', { name: /^Like/ });
    await like.waitFor();
    await page.keyboard.type('jn');
    await page.keyboard.type('l gs');
    expect(await like.getAttribute('aria-pressed')).toBe('false');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await page.locator('[data-action=like][aria-pressed=true]').waitFor();
    release();
    // Its chunk has loaded, and opens nothing by itself.
    await page.evaluate(`import('${chunkPath('popups')}').then(() => null)`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('n');
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('');
    await page.keyboard.press('Escape');
  });

  it.each([
    ['n', 'New crud'],
    ['jr', 'Reply to...'],
  ])('text typed before the popup opens is in it: %s', async (keys, title) => {
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('popups'));
    await page.goto('/');
    await page.getByRole('article').first().getByRole('button', { name: /^Like/ }).waitFor();
    await page.keyboard.type(keys);
    await page.keyboard.type('Just n l');
    release();
    // The popup opens while this is typed.
    await page.keyboard.type('ike that, JR and g s.');
    const field = page.getByRole('dialog', { name: title }).getByRole('textbox');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('Just n like that, JR and g s.');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    // The popup returns the focus to the crud in a task of its own.
    if (keys.startsWith('j')) await page.getByRole('article').and(page.locator(':focus')).waitFor();
    // Opened again, it continues with that text, without a repeat. Its chunk is loaded, and nothing waits for the focus.
    await page.keyboard.type(`${keys.slice(-1)} So`);
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('Just n like that, JR and g s. So');
    await field.fill('');
    await page.keyboard.press('Escape');
  });

  it('a space scrolls a page that has no popup, before the program ran too', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await holdRequests(page, '**/static/js/**');
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.label-row').waitFor();
    await page.keyboard.type('n ');
    await page.waitForFunction(() => window.scrollY > 0);
  });

  it('what a visitor types after the shortcut of a new crud does nothing', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await holdRequests(page, chunkPath('sign-in'));
    await page.goto('/@ann_first');
    await waitUntilHydrated(page);
    await page.keyboard.type('jn');
    await page.keyboard.type('o glorious day, lr. gh /?');
    const read = () =>
      page.evaluate(() => [
        location.pathname,
        document.activeElement?.closest('article') ? 'crud' : document.activeElement?.tagName,
        document.querySelectorAll('[role=dialog]').length,
        sessionStorage.getItem('visitor-intent'),
      ]);
    expect(await read()).toEqual(['/@ann_first', 'crud', 0, null]);
    release();
    await page.getByRole('heading', { name: 'Sign into your Cruddur account' }).waitFor();
    await page.keyboard.type('n gh gs /?');
    expect(await read()).toEqual(['/signin', 'MAIN', 0, null]);
    // The sign-in returns to the page on which the visitor wanted to write, and so does Back.
    const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
    expect(state).toEqual({ back: '/@ann_first' });
    await page.goBack();
    await page.getByText('before all').waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });
});
