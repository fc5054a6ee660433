import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { measureShownAfter } from './measure-shown-after.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** Of the scripts that run before the first intent, gzipped. */
const SCRIPT_BYTES_MAX = 10_000;

describe('a visitor’s page', () => {
  const e2e = setUpE2e();
  let post = '';
  beforeAll(async () => {
    const ann = await e2e.app.signUp({ name: 'Ann Intent', handle: 'ann_intent' });
    const body = { user_handle: ann.handle, message: 'Read me.', ttl: '1-day' } as const;
    post = `/@ann_intent/status/${(await ann.callOk('createActivity', { body })).uuid}`;
  });

  const isScript = (address: string) => address.includes('/static/js/');

  /** A slow machine may take longer to look at the page than the page waits for an intent. */
  const preventIdleStart = (page: Page) =>
    page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });

  /** The text of all scripts that run in the page. */
  const readInlineScripts = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('script:not([type="application/json"])')].map(
        (script) => script.textContent,
      ),
    );

  it('[PAINT-29] runs at most 10 KB of script before the first intent, and requests none', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await preventIdleStart(page);
    const requests = recordRequests(page);
    for (const path of ['/', '/about', '/@ann_intent', post, '/no/such/page']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const scripts = await readInlineScripts(page);
      expect(scripts).toHaveLength(1);
      expect(gzipSync(scripts.join('')).length).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    }
    expect(requests.filter(isScript)).toEqual([]);
    expect(requests.filter((address) => address.includes('/api/'))).toEqual([]);
  });

  it.each([
    ['a movement of the pointer', (page: Page) => page.mouse.move(300, 300, { steps: 2 })],
    ['a turn of the wheel', (page: Page) => page.mouse.wheel(0, 10)],
    ['a key', (page: Page) => page.keyboard.press('Tab')],
    ['a touch', (page: Page) => page.touchscreen.tap(300, 300)],
    ['focus', (page: Page) => page.locator('#main a').first().focus()],
  ])('[PAINT-30] is hydrated after %s', async (_, act) => {
    await using visitor = await e2e.openBrowser({ hasTouch: true });
    const { page } = visitor;
    await preventIdleStart(page);
    const requests = recordRequests(page);
    await page.goto(post, { waitUntil: 'load' });
    expect(requests.filter(isScript)).toEqual([]);
    await act(page);
    await page.locator('#waiting').waitFor({ state: 'detached' });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it.each(['visible', 'hidden'] as const)(
    '[PAINT-30] that stays %s is hydrated without any intent when it was idle for some seconds, and then is live',
    async (state) => {
      const ben = await e2e.app.signUp();
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      await page.addInitScript((hidden) => {
        if (hidden)
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        // The seconds pass faster.
        const startTimer = window.setTimeout.bind(window);
        window.setTimeout = ((work: () => void, ms = 0) =>
          startTimer(work, ms === 5000 ? 500 : ms)) as typeof window.setTimeout;
      }, state === 'hidden');
      await page.goto(`/@${ben.handle}`);
      await ben.callOk('createActivity', { body: { message: 'While you wait.', ttl: '1-day' } });
      await page.locator('#waiting').waitFor({ state: 'detached' });
      await page.evaluate(() => {
        Reflect.deleteProperty(document, 'visibilityState');
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await page.getByText('While you wait.').waitFor();
      expect(visitor.consoleProblems).toEqual([]);
    },
  );

  it('[PAINT-30] is hydrated some seconds later on a device that is never idle', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        for (const end = performance.now() + 30; performance.now() < end;);
        if (document.getElementById('waiting')) port2.postMessage(null);
      };
      addEventListener('load', () => port2.postMessage(null));
    });
    await page.goto('/@ann_intent');
    await page.locator('#waiting').waitFor({ state: 'detached' });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it.each(['the list', 'the page'])(
    '[PAINT-31] without the program, a crud leaves %s in the moment in which it expires',
    async (where) => {
      const cid = await e2e.app.signUp();
      const write = (message: string, ttl: '1-hour' | '1-day') =>
        cid.callOk('createActivity', { body: { message, ttl } });
      await write('It stays.', '1-day');
      const { uuid, expires_at } = await write('Soon over.', '1-hour');
      const end = Date.parse(expires_at ?? '');
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      const release = await holdRequests(page, '**/static/js/**');
      // What a busy machine takes to open a page.
      await e2e.app.advance(end - e2e.app.clock.now().getTime() - 8000);
      await page.goto(where === 'the list' ? `/@${cid.handle}` : `/@${cid.handle}/status/${uuid}`);
      const text = page.getByText('Soon over.');
      expect(await text.isVisible()).toBe(true);
      const byPage = end - (e2e.app.clock.now().getTime() - Date.now());
      const shown = await measureShownAfter(
        page,
        `:not([data-expired]) > [data-crud="${uuid}"]:not([data-expired])`,
        byPage,
      );
      expect(await text.isVisible()).toBe(false);
      expect(await page.getByText('It stays.').isVisible()).toBe(where === 'the list');
      // One frame, and what the two clocks differ by.
      expect(shown).toBeLessThanOrEqual(100);
      release();
      await until(async () => (await text.count()) === 0, { what: 'the text has left the document' });
      // A list shows what has burned out for some seconds, which may be over.
      if (where === 'the page') await page.getByText('forgotten').waitFor();
      expect(visitor.consoleProblems).toEqual([]);
    },
  );

  /** Opens a page whose main script arrives after this input. */
  async function beforeHydration(act: (page: Page) => Promise<void>) {
    const visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto('/@ann_intent', { waitUntil: 'commit' });
    await page.getByText('Read me.').waitFor();
    await act(page);
    return { visitor, page, release };
  }

  it('[PAINT-32] carries out a shortcut that was typed before hydration', async () => {
    const { visitor, page, release } = await beforeHydration((early) => early.keyboard.type('j?'));
    release();
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-32] focuses the search field by its shortcut before hydration, and keeps each key that follows', async () => {
    const { visitor, page, release } = await beforeHydration((early) => early.keyboard.type('j/Two J wor'));
    const field = page.getByPlaceholder('Search Cruddur').filter({ visible: true });
    expect(await field.inputValue()).toBe('Two J wor');
    release();
    await page.keyboard.type('ds', { delay: 50 });
    await page.locator('#waiting').waitFor({ state: 'detached' });
    await page.keyboard.type('?');
    expect(await field.inputValue()).toBe('Two J words?');
    await page.getByRole('button', { name: 'Clear' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-32] keeps the focus that Tab has moved before hydration', async () => {
    const { visitor, page, release } = await beforeHydration(async (early) => {
      await early.getByRole('link', { name: 'Ann Intent' }).first().focus();
      await early.keyboard.press('Tab');
    });
    const focused = await page.evaluateHandle(() => document.activeElement);
    release();
    await page.locator('#waiting').waitFor({ state: 'detached' });
    expect(await focused.evaluate((element) => element?.matches('a:focus, button:focus'))).toBe(true);
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-32] types nothing into the search field where shortcuts are off', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.addInitScript(() => localStorage.setItem('shortcuts', 'off'));
    await page.goto('/@ann_intent');
    await page.keyboard.type('/?');
    await page.locator('#waiting').waitFor({ state: 'detached' });
    expect(await page.getByPlaceholder('Search Cruddur').first().inputValue()).toBe('');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  it('[PAINT-33] opens a crud by a press anywhere on its card before hydration, but not by selecting its text', async () => {
    const { visitor, page, release } = await beforeHydration(async (early) => {
      const { x, y, height } = (await early.getByText('Read me.').boundingBox()) ?? { x: 0, y: 0, height: 0 };
      await early.mouse.move(x + 1, y + height / 2);
      await early.mouse.down();
      await early.mouse.move(x + 40, y + height / 2, { steps: 4 });
      await early.mouse.up();
    });
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^Read/);
    expect(new URL(page.url()).pathname).toBe('/@ann_intent');
    await page.getByText('Read me.').click();
    await page.waitForURL(post, { waitUntil: 'commit' });
    release();
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-32] keeps what was typed into its search field before hydration, and searches for it on Enter', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto('/@ann_intent', { waitUntil: 'commit' });
    const field = page.getByPlaceholder('Search Cruddur').first();
    await field.fill('early');
    await field.press('Enter');
    await page.waitForURL('/search?term=early', { waitUntil: 'commit' });
    release();
  });
});
