import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { chunkPath, holdRequests } from './hold-requests.ts';
import { waitUntilIdle } from './program-start.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import type { SignedInBrowser } from './test-browser.ts';

describe('the first screen', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann First', handle: 'ann_first' });
    await ann.self.callOk('createActivity', {
      body: { user_handle: 'ann_first', message: 'before all', ttl: '1-day' },
    });
  });

  it('[PAINT-12] a visitor’s first screen takes at most 10 requests and has the text font in the page', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const requests = recordRequests(page);
    const overlays = page.waitForResponse(chunkPath('overlays'));
    await page.goto('/');
    await page.locator('.label-row').waitFor();
    expect(await page.evaluate(() => document.fonts.check('16px "Figtree Variable"'))).toBe(true);
    await waitUntilHydrated(page);
    await overlays;
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(10);
    expect(requests.filter((url) => url.includes('figtree'))).toEqual([]);
    expect(visitor.consoleProblems).toEqual([]);
  });

  /**
   * Every request of the page itself: the document, scripts, fonts, API calls and the socket. Bob's feed has no pictures
   * of users, which would add one request each.
   */
  it('a signed-in home takes at most 10 requests until its first crud can be liked, and the rest follow', async () => {
    await using bob = await e2e.openSignedInBrowser({ name: 'Bob First', handle: 'bob_first' });
    const { page } = bob;
    // Requests of the previous page are not counted.
    await page.goto('about:blank');
    const requests = recordRequests(page);
    page.on('websocket', (socket) => requests.push(socket.url()));
    const late = /esm|amplify|overlays|popups|trends|suggested|socket\.io/;
    const answerHome = await holdRequests(page, '**/api/activities/home*');
    const releaseSocket = await holdRequests(page, chunkPath('esm'));
    const home = page.waitForRequest('**/api/activities/home*');
    await page.goto('/');
    await home;
    await page.waitForLoadState('load');
    await waitUntilIdle(page);
    const before = [...requests];
    expect(before.length, before.join('\n')).toBeLessThanOrEqual(10);
    expect(before.filter((address) => late.test(address))).toEqual([]);
    // The side column shows skeletons meanwhile.
    await page.locator('.side .side-bones').waitFor();

    answerHome();
    await page.getByRole('article').filter({ hasText: 'before all' }).locator('[data-action=like]').click();
    await page.locator('[data-action=like][aria-pressed=true]').waitFor();
    await page.getByRole('heading', { name: 'Suggested Users' }).waitFor();
    releaseSocket();
    const isRequested = (part: string) => requests.some((address) => address.includes(part));
    await until(() => ['esm', 'overlays', 'socket.io'].every(isRequested), {
      what: () => `the rest comes: ${requests.join()}`,
    });
    await page.getByRole('button', { name: 'Pause live updates' }).waitFor();

    // On a slow line, its chunks do not wait for the program, and the display face waits for the first crud.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }),
    );
    const releaseProgram = await holdRequests(page, chunkPath('index'));
    const answerSlowly = await holdRequests(page, '**/api/activities/home*');
    const chunks = ['parts', 'machines', 'person', 'feed'].map((name) =>
      page.waitForRequest(`**${chunkPath(name)}`),
    );
    const homeAgain = page.waitForRequest('**/api/activities/home*');
    const face = page.waitForRequest(/bricolage/);
    requests.length = 0;
    await page.reload({ waitUntil: 'commit' });
    await Promise.all(chunks);
    releaseProgram();
    await homeAgain;
    expect(requests.filter((address) => address.includes('bricolage'))).toEqual([]);
    answerSlowly();
    await face;
  });

  it('a menu opens after a click, a touch, a key or assistive technology, also before its chunk is loaded', async () => {
    await using visitor = await e2e.openBrowser({ hasTouch: true });
    const { page } = visitor;
    const more = page.getByRole('link', { name: 'More' });
    for (const press of [
      () => more.press('Enter'),
      () => more.click(),
      () => more.tap(),
      () => more.evaluate((link: HTMLElement) => link.click()),
    ]) {
      const release = await holdRequests(page, chunkPath('overlays'));
      await page.goto('/');
      await waitUntilHydrated(page);
      await more.evaluate((link) => link.setAttribute('data-same', ''));
      await press();
      expect(await more.getAttribute('aria-expanded')).toBe('true');
      expect(await page.getByRole('menu').count()).toBe(0);
      release();
      await page.getByRole('menu').waitFor();
      const first = page.getByRole('menuitemradio', { name: 'Dark' }).and(page.locator(':focus'));
      if ((await first.count()) === 0) await page.keyboard.press('ArrowDown');
      await first.waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      await more.and(page.locator('[data-same]:focus')).waitFor();
    }
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('text typed between the press for a popup and its opening is in it, and Enter on the pressed button does nothing', async () => {
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('popups'));
    await page.goto('/');
    const crud = page.getByRole('button', { name: 'Crud', exact: true });
    await crud.click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.type('Just ');
    await page.keyboard.press('Enter');
    await page.keyboard.type('this');
    release();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('Just this');
    await field.fill('');
    await page.keyboard.press('Escape');
    await crud.and(page.locator(':focus')).waitFor();
  });

  it.each([
    ['n', 'textarea[name=message]'],
    ['/', 'input[name=term]'],
  ])('text typed since before the program ran is in the field of its shortcut: %s', async (key, field) => {
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
    await until(async () => (await focused.inputValue()) === 'Just Ann n likes this: JR g s and n/a.', {
      what: 'the field has the text',
    });
    await focused.fill('');
    await page.keyboard.press('Escape');
  });
});
