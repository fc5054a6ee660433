import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { signInByForm, signUpByForm } from './test-browser.ts';

const ADA = { name: 'Ada Again', handle: 'ada_again' };

describe('a visitor’s page whose program the browser has', () => {
  const e2e = setUpE2e();
  beforeAll(async () => {
    const ann = await e2e.app.signUp({ name: 'Ann Known', handle: 'ann_known' });
    const body = { user_handle: ann.handle, message: 'Read me again.', ttl: '1-day' } as const;
    await ann.callOk('createActivity', { body });
  });

  /** A second visit, whose page has evaluated the program and does not start it without an intent. */
  async function openAgain(options: Pick<BrowserContextOptions, 'hasTouch'> = {}) {
    const visitor = await e2e.openBrowser(options);
    const { page } = visitor;
    await page.goto('/@ann_known');
    await waitUntilHydrated(page);
    await page.addInitScript(preventTimedStart);
    await page.reload({ waitUntil: 'commit' });
    // Not those of the page before.
    const requests = recordRequests(page);
    await waitUntilEvaluated(page);
    return { visitor, page, requests };
  }

  /** A text, because the compiler would replace `import`. */
  async function waitUntilEvaluated(page: Page): Promise<void> {
    const script = page.locator('script[type=module]');
    await script.waitFor({ state: 'attached' });
    await page.evaluate(`import(${JSON.stringify(await script.getAttribute('src'))})`);
    await page.waitForLoadState('networkidle');
  }

  const isHydrated = async (page: Page) => (await page.locator('#waiting').count()) === 0;

  it('[PAINT-35] is not hydrated and requests no data before the first intent', async () => {
    const { visitor, page, requests } = await openAgain();
    expect(requests.filter((address) => address.includes('/api/'))).toEqual([]);
    expect(await isHydrated(page)).toBe(false);
    await waitUntilHydrated(page);
    expect(visitor.consoleProblems).toEqual([]);
    await visitor[Symbol.asyncDispose]();
  });

  it.each([
    ['a touch', (page: Page) => page.getByRole('button', { name: 'More about this crud' }).tap()],
    ['a press', (page: Page) => page.getByRole('button', { name: 'More about this crud' }).click()],
    ['a key', (page: Page) => page.getByRole('button', { name: 'More about this crud' }).press('Enter')],
  ])('[PAINT-35] opens the menu by %s as the first intent', async (_, act) => {
    const { visitor, page } = await openAgain({ hasTouch: true });
    await act(page);
    await page.getByRole('menuitem').first().waitFor();
    expect(visitor.consoleProblems).toEqual([]);
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-35] carries out shortcuts and text as the first intent', async () => {
    const { visitor, page } = await openAgain();
    await page.keyboard.type('j/Two words');
    const field = page.getByPlaceholder('Search Cruddur').filter({ visible: true });
    await until(async () => (await field.inputValue()) === 'Two words', {
      what: 'the search field has the text',
    });
    await waitUntilHydrated(page);
    expect(await field.inputValue()).toBe('Two words');
    expect(visitor.consoleProblems).toEqual([]);
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-35] serves a member who signs in in another tab before the first intent', async () => {
    await using member = await e2e.openBrowser();
    await signUpByForm(member.page, e2e.app.url, ADA);
    const { visitor, page } = await openAgain();
    const other = await page.context().newPage();
    await signInByForm(other, ADA);
    await page.mouse.wheel(0, 1);
    await page.getByRole('button', { name: 'Crud', exact: true }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
    await visitor[Symbol.asyncDispose]();
  });

  it('[PAINT-35] requests no script when the browser has another version of it', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.addInitScript(preventTimedStart);
    await page.addInitScript(() => localStorage.setItem('program', '/static/js/index.former.js'));
    const requests = recordRequests(page);
    await page.goto('/@ann_known', { waitUntil: 'networkidle' });
    // Called after that of the page.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests.filter((address) => address.includes('/static/js/'))).toEqual([]);
  });
});

/** Runs in the page. Without an intent, the program would start five seconds after the page has loaded. */
function preventTimedStart(): void {
  const startTimer = window.setTimeout.bind(window);
  window.setTimeout = ((work: () => void, ms = 0) =>
    ms === 5000 ? 0 : startTimer(work, ms)) as typeof window.setTimeout;
}
