import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdRequests } from '../e2e/hold-requests.ts';
import { measureShownAfter } from '../e2e/measure-shown-after.ts';
import { preventTimedStart, waitUntilEvaluated, waitUntilIdle } from '../e2e/program-start.ts';
import { recordRequests } from '../e2e/record-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { signInByForm } from '../e2e/test-browser.ts';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const PROFILE = '/@ann_intent';
const isScript = (address: string) => address.includes('/static/js/');
const untilHydrated = (page: Page) => page.locator('#waiting').waitFor({ state: 'detached' });
const menuTrigger = (page: Page) => page.getByRole('button', { name: 'More about this crud' }).first();
const searchField = (page: Page) => page.getByPlaceholder('Search Cruddur').filter({ visible: true });

describe('a visitor’s page', () => {
  const e2e = setUpE2e();
  beforeAll(async () => {
    const ann = await e2e.app.signUp({ name: 'Ann Intent', handle: 'ann_intent' });
    const body = { user_handle: ann.handle, message: 'Read me.', ttl: '1-day' } as const;
    await ann.callOk('createActivity', { body });
  });

  it('is hydrated after the first movement of the pointer, turn of the wheel, key, touch or focus', async () => {
    await using visitor = await e2e.openBrowser({ hasTouch: true });
    const { page } = visitor;
    await page.addInitScript(() => {
      // A slow machine may take longer to look at the page than the page waits for an intent.
      window.requestIdleCallback = () => 0;
      localStorage.removeItem('program');
    });
    const requests = recordRequests(page);
    for (const act of [
      () => page.mouse.move(300, 300, { steps: 2 }),
      () => page.mouse.wheel(0, 10),
      () => page.keyboard.press('Tab'),
      () => page.touchscreen.tap(300, 300),
      () => page.locator('#main a').first().focus(),
    ]) {
      // The page before still loads what it needs when it is idle.
      await page.goto('/healthz');
      requests.splice(0);
      await page.goto(PROFILE, { waitUntil: 'load' });
      expect(requests.filter(isScript), act.toString()).toEqual([]);
      await act();
      await untilHydrated(page);
    }
    expect(visitor.consoleProblems).toEqual([]);
  });

  it.each(['is idle', 'is hidden', 'is never idle'])(
    'is hydrated some seconds after it has loaded when it %s, and then is live',
    async (case_) => {
      const ben = await e2e.app.signUp();
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      await page.addInitScript((state) => {
        if (state === 'is hidden')
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        // The seconds pass faster.
        const startTimer = window.setTimeout.bind(window);
        window.setTimeout = ((work: () => void, ms = 0) =>
          startTimer(work, ms === 5000 ? 500 : ms)) as typeof window.setTimeout;
        // An idle callback without a timeout would never run.
        if (state === 'is never idle')
          window.requestIdleCallback = (work, options) =>
            options?.timeout ? window.setTimeout(work, options.timeout) : 0;
      }, case_);
      await page.goto(`/@${ben.handle}`);
      await ben.callOk('createActivity', { body: { message: 'While you wait.', ttl: '1-day' } });
      await untilHydrated(page);
      await page.evaluate(() => {
        Reflect.deleteProperty(document, 'visibilityState');
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await page.getByText('While you wait.').waitFor();
      expect(visitor.consoleProblems).toEqual([]);
    },
  );

  it.each(['the list', 'the page'])(
    'without the program, a crud leaves %s in the moment in which it expires, also on a page that was rendered before',
    async (where) => {
      const cid = await e2e.app.signUp();
      const write = (message: string, ttl: '1-hour' | '1-day') =>
        cid.callOk('createActivity', { body: { message, ttl } });
      await write('It stays.', '1-day');
      const { uuid, expires_at } = await write('Soon over.', '1-hour');
      const end = Date.parse(expires_at ?? '');
      const path = `/@${cid.handle}${where === 'the list' ? '' : `/status/${uuid}`}`;
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      const release = await holdRequests(page, '**/static/js/**');
      await e2e.app.advance(end - e2e.app.clock.now().getTime() - 12_000);
      await (await fetch(e2e.app.url + path)).text();
      // Less than the age at which the page is rendered again, by what a busy machine takes to open it.
      await e2e.app.advance(4000);
      await page.goto(path);
      const text = page.getByText('Soon over.');
      expect(await text.isVisible()).toBe(true);
      const shown = await measureShownAfter(
        page,
        `:not([data-expired]) > [data-crud="${uuid}"]:not([data-expired])`,
        end - (e2e.app.clock.now().getTime() - Date.now()),
      );
      const roundTrip = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        return navigation ? navigation.responseStart - navigation.requestStart : 0;
      });
      // The page cannot know when within the round trip the server has read its clock.
      expect(e2e.app.clock.now().getTime()).toBeGreaterThanOrEqual(end - roundTrip);
      expect(await text.isVisible()).toBe(false);
      expect(await page.getByText('It stays.').isVisible()).toBe(where === 'the list');
      // One frame at most as `measureShownAfter` counts them.
      expect(shown).toBeLessThanOrEqual(100 + roundTrip);
      release();
      await until(async () => (await text.count()) === 0, { what: 'the text has left the document' });
      // A list shows what has burned out for some seconds, which may be over.
      if (where === 'the page') await page.getByText('forgotten').waitFor();
      expect(visitor.consoleProblems).toEqual([]);
    },
  );

  it('a press, the focus and a search before hydration are executed once, unless they are withdrawn', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const early = async (act: () => Promise<unknown>) => {
      const release = await holdRequests(page, '**/static/js/**');
      await page.goto(PROFILE, { waitUntil: 'commit' });
      await page.getByText('Read me.').waitFor();
      await act();
      release();
      await waitUntilHydrated(page);
    };
    const like = page.getByRole('button', { name: /^Like/ });
    // A press that ends after hydration.
    await early(async () => {
      await menuTrigger(page).hover();
      await page.mouse.down();
    });
    await page.mouse.up();
    await page.getByRole('menuitem').first().waitFor();
    // A touch would focus the trigger, which would close a menu that is open by then, unless its first event was prevented.
    await early(async () => {
      const event = { bubbles: true, cancelable: true };
      const isPrevented = await menuTrigger(page).evaluate(
        (element, init) => !element.dispatchEvent(new PointerEvent('pointerdown', init)),
        event,
      );
      expect(isPrevented).toBe(true);
    });
    await page.getByRole('menu').waitFor();
    // A touch that scrolls the page.
    await early(async () => {
      await menuTrigger(page).dispatchEvent('pointerdown', { button: 0 });
      await menuTrigger(page).dispatchEvent('pointercancel');
    });
    await menuTrigger(page).click();
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menu').count()).toBe(1);
    // Once.
    await early(() => like.dblclick());
    await page.waitForURL('/signin');
    await page.goBack();
    await page.waitForURL(PROFILE);
    // The focus that Tab has moved.
    await early(async () => {
      await page.getByRole('link', { name: 'Ann Intent' }).first().focus();
      await page.keyboard.press('Tab');
    });
    await page.locator('a:focus, button:focus').waitFor();
    // Shortcuts.
    await early(() => page.keyboard.type('j?'));
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
    // What is typed into the search field, on Enter.
    await holdRequests(page, '**/static/js/**');
    await page.goto(PROFILE, { waitUntil: 'commit' });
    await searchField(page).fill('early');
    await searchField(page).press('Enter');
    await page.waitForURL('/search?term=early', { waitUntil: 'commit' });
  });

  it('types nothing into the search field where shortcuts are off', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.addInitScript(() => localStorage.setItem('shortcuts', 'off'));
    await page.goto(PROFILE);
    await page.keyboard.type('/?');
    await untilHydrated(page);
    expect(await searchField(page).inputValue()).toBe('');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  it('carries out a touch, a key, shortcuts with text, or the sign-in of another tab as the first intent', async () => {
    const ada = { name: 'Ada Again', handle: 'ada_again' };
    await e2e.app.signUp(ada);
    await using visitor = await e2e.openBrowser({ hasTouch: true });
    const { page } = visitor;
    await page.goto(PROFILE);
    await waitUntilHydrated(page);
    await page.addInitScript(preventTimedStart);
    const openAgain = async () => {
      await page.goto(PROFILE, { waitUntil: 'commit' });
      await waitUntilEvaluated(page);
    };
    for (const act of [() => menuTrigger(page).tap(), () => menuTrigger(page).press('Enter')]) {
      await openAgain();
      await act();
      await page.getByRole('menuitem').first().waitFor();
    }
    await openAgain();
    await page.keyboard.type('j/Two words');
    const hasText = async () => (await searchField(page).inputValue()) === 'Two words';
    await until(hasText, { what: 'the search field has the text' });
    await waitUntilHydrated(page);
    expect(await hasText()).toBe(true);

    await openAgain();
    await signInByForm(await page.context().newPage(), ada);
    await page.mouse.wheel(0, 1);
    await page.getByRole('button', { name: 'Crud', exact: true }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('requests no script when the browser has another version of it', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.addInitScript(preventTimedStart);
    await page.addInitScript(() => localStorage.setItem('program', '/static/js/index.former.js'));
    const requests = recordRequests(page);
    await page.goto(PROFILE, { waitUntil: 'networkidle' });
    // Called after that of the page.
    await waitUntilIdle(page);
    expect(requests.filter(isScript)).toEqual([]);
  });
});
