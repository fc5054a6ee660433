import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { chunkPath, holdRequests } from './hold-requests.ts';
import { recordRequests } from './record-requests.ts';
import { openSignedInBrowser, openBrowser, type SignedInBrowser } from './test-browser.ts';

/** Holds back a response. @returns when it was requested, and a function that releases it */
async function answerOnCommand(page: Page, address: string) {
  const answer = await holdRequests(page, address);
  return { wanted: page.waitForRequest(address), answer };
}

/** Looks at the page between its tasks. @returns whether it ever had a popup without focus, which would lose a key */
async function watchOpening(page: Page): Promise<() => Promise<boolean>> {
  const result = await page.evaluateHandle(() => {
    const watched = { hasOpenedWithoutFocus: false, isOver: false };
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const popup = document.querySelector('[role=dialog]');
      watched.hasOpenedWithoutFocus ||= popup?.contains(document.activeElement) === false;
      if (!watched.isOver) port2.postMessage(null);
    };
    port2.postMessage(null);
    return watched;
  });
  return () =>
    result.evaluate((watched) => {
      watched.isOver = true;
      return watched.hasOpenedWithoutFocus;
    });
}

describe('the first screen', () => {
  let app: TestApp;
  let browser: Browser;
  let ann: SignedInBrowser;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startTestApp(), getSharedChromium()]);
    ann = await openSignedInBrowser(browser, app, { name: 'Ann First', handle: 'ann_first' });
    await ann.self.callOk('createActivity', {
      body: { user_handle: 'ann_first', message: 'before all', ttl: '1-day' },
    });
  });
  afterAll(async () => {
    await closePages(browser);
    await app[Symbol.asyncDispose]();
  });

  it('[SIZE-4] a visitor’s first screen takes at most 10 requests, without console problems', async () => {
    await using visitor = await openBrowser(browser, app.url);
    const requests = recordRequests(visitor.page);
    const overlays = visitor.page.waitForResponse(chunkPath('overlays'));
    await visitor.page.goto('/');
    await visitor.page.getByText('Burning right now').waitFor();
    await waitUntilHydrated(visitor.page);
    await overlays;
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(10);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[SIZE-5] the feed is shown before the chunks of Amplify and the socket', async () => {
    const { page } = ann;
    let requestsAmplify = false;
    page.on('request', (request) => (requestsAmplify ||= request.url().includes('amplify')));
    const release = await holdRequests(page, chunkPath('esm'));
    await page.goto('/');
    await page.getByText('before all').waitFor();
    expect(requestsAmplify).toBe(false);
    release();
    await page.getByRole('button', { name: 'Pause live updates' }).waitFor();
  });

  /**
   * Every request of the page itself: the document, scripts, fonts, API calls and the socket. Bob's feed has no pictures
   * of users, which would add one request each.
   */
  it('[SIZE-8, SCREEN-12] a signed-in home takes at most 10 requests until its first crud can be liked, and the rest follow', async () => {
    await using bob = await openSignedInBrowser(browser, app, { name: 'Bob First', handle: 'bob_first' });
    const { page } = bob;
    // Requests of the previous page are not counted.
    await page.goto('about:blank');
    const requests = recordRequests(page);
    page.on('websocket', (socket) => requests.push(socket.url()));
    const isLate = (address: string) => /esm|overlays|popups|trends|suggested|socket\.io/.test(address);
    const home = await answerOnCommand(page, '**/api/activities/home*');
    await page.goto('/');
    await home.wanted;
    await page.waitForLoadState('load');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const before = [...requests];
    expect(before.length, before.join('\n')).toBeLessThanOrEqual(10);
    expect(before.filter(isLate)).toEqual([]);
    // The side column shows skeletons meanwhile.
    await page.locator('.side .side-bones').waitFor();

    home.answer();
    const like = page.getByRole('article').filter({ hasText: 'before all' }).locator('[data-action=like]');
    await like.click();
    await page.locator('[data-action=like][aria-pressed=true]').waitFor();
    await page.getByRole('heading', { name: 'Suggested Users' }).waitFor();
    await until(
      () => ['esm', 'overlays', 'socket.io'].every((part) => requests.some((one) => one.includes(part))),
      {
        what: () => `the rest comes: ${requests.join()}`,
      },
    );
  });

  it('[PAINT-21] placeholder rows that are visible stay until the content arrives, whether page or client rendered them', async () => {
    const state = await ann.page.context().storageState();
    await using again = await openBrowser(browser, app.url, { storageState: state });
    const { page } = again;
    await page.addInitScript(() => {
      const seen: string[] = [];
      const check = () => {
        const placeholders = [...document.querySelectorAll('.skeleton')].filter((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        );
        const now = document.querySelector('#root article')
          ? 'cruds'
          : placeholders.length === 0
            ? 'nothing'
            : `${String(placeholders[0]?.querySelectorAll('.crud').length)} rows, ${placeholders[0]?.closest('#waiting') ? 'waiting' : 'program'}`;
        if (seen.at(-1) !== now) seen.push(now);
        requestAnimationFrame(check);
      };
      check();
      Object.assign(globalThis, { seen });
    });
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    const program = await holdRequests(page, '**/static/js/**');
    const feed = await answerOnCommand(page, '**/api/activities/home');
    await page.goto('/', { waitUntil: 'commit' });
    await until(async () => (await seen()).includes('5 rows, waiting'), {
      what: 'the placeholder rows of the page',
    });
    program();
    await feed.wanted;
    await until(async () => (await seen()).includes('5 rows, program'), {
      what: 'the placeholder rows of the client',
    });
    feed.answer();
    await page.getByText('before all').waitFor();
    await expect.poll(seen).toEqual(['nothing', '5 rows, waiting', '5 rows, program', 'cruds']);
  });

  it('[SIZE-8] the other requests are also made when the feed fails', async () => {
    const { page } = ann;
    await page.route('**/api/activities/home*', (route) => route.fulfill({ status: 400, json: ['blank'] }));
    const socket = page.waitForEvent('websocket');
    await page.goto('/');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await socket;
    await page.getByRole('heading', { name: 'Suggested Users' }).waitFor();
    await page.unroute('**/api/activities/home*');
  });

  it.each(['click', 'Enter'])('[SIZE-6] a menu opens after a %s that came before its chunk', async (way) => {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    const release = await holdRequests(page, chunkPath('overlays'));
    await page.goto('/');
    await waitUntilHydrated(page);
    const more = page.getByRole('link', { name: 'More' });
    await more.evaluate((link) => link.setAttribute('data-same', ''));
    if (way === 'click') await more.click();
    else await more.press(way);
    expect(await more.getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByRole('menu').count()).toBe(0);
    release();
    await page.getByRole('menu').waitFor();
    const first = page.getByRole('menuitemradio', { name: 'Dark' });
    if (way === 'click') await page.keyboard.press('ArrowDown');
    await first.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await more.and(page.locator('[data-same]:focus')).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[SIZE-6] the popup opens after a press that came before its chunk, and returns the focus', async () => {
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('popups'));
    await page.goto('/');
    const crud = page.getByRole('button', { name: 'Crud', exact: true });
    await crud.click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await crud.and(page.locator(':focus')).waitFor();
  });

  it('[KEYS-5] text typed before the popup opens triggers no shortcut, and Escape cancels the popup', async () => {
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
    await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('');
    await page.keyboard.press('Escape');
  });

  it.each([
    ['n', 'New crud'],
    ['jr', 'Reply to...'],
  ])('[KEYS-5] text typed before the popup opens is in it: %s', async (keys, title) => {
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('popups'));
    await page.goto('/');
    await page.getByRole('article').first().getByRole('button', { name: /^Like/ }).waitFor();
    const hasOpenedWithoutFocus = await watchOpening(page);
    await page.keyboard.type(keys);
    await page.keyboard.type('Just n l');
    release();
    // The popup opens while this is typed.
    await page.keyboard.type('ike that, JR and g s.');
    const field = page.getByRole('dialog', { name: title }).getByRole('textbox');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('Just n like that, JR and g s.');
    expect(await hasOpenedWithoutFocus()).toBe(false);
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

  it('[KEYS-5] Enter on the button that was pressed keeps the text typed before the popup opens', async () => {
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('popups'));
    await page.goto('/');
    await page.getByRole('button', { name: 'Crud', exact: true }).click();
    await page.keyboard.type('Just ');
    await page.keyboard.press('Enter');
    await page.keyboard.type('this');
    release();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('Just this');
    await field.fill('');
    await page.keyboard.press('Escape');
  });

  it.each([
    ['n', 'textarea[name=message]'],
    ['/', 'input[name=term]'],
  ])(
    '[KEYS-5] text typed since before the program ran is in the field of its shortcut: %s',
    async (key, field) => {
      const { page } = ann;
      const release = await holdRequests(page, '**/static/js/**');
      await page.goto('/', { waitUntil: 'commit' });
      await page.locator('#waiting .app').waitFor();
      await page.keyboard.type(`${key}Just Ann n l`);
      release();
      // The keys are replayed while this is typed.
      await page.keyboard.type('ikes this: JR g s and n/a.', { delay: 10 });
      const focused = page.locator(`${field}:focus`);
      await focused.waitFor();
      expect(await focused.inputValue()).toBe('Just Ann n likes this: JR g s and n/a.');
      await focused.fill('');
      await page.keyboard.press('Escape');
    },
  );

  it('[KEYS-7] what a visitor types after the shortcut of a new crud does nothing', async () => {
    await using visitor = await openBrowser(browser, app.url);
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
    expect(await page.evaluate(() => (history.state as { usr: unknown }).usr)).toEqual({
      back: '/@ann_first',
    });
    await page.goBack();
    await page.getByText('before all').waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[KEYS-5] a space scrolls a page that has no popup, before the program ran too', async () => {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    const release = await holdRequests(page, '**/static/js/**');
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByText('Burning right now').waitFor();
    await page.keyboard.type('n ');
    await page.waitForFunction(() => window.scrollY > 0);
    release();
  });
});
