import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';
import {
  openSignedInBrowser,
  openBrowser,
  type SignedInBrowser,
  type NewPerson,
  type TestBrowser,
} from './test-browser.ts';

/** The real application and a Chromium, shared by all tests of a file or a `describe`. */
export interface E2eContext {
  readonly app: TestApp;
  readonly browser: Browser;
  /** Creates a user who is signed in in a browser context of its own. */
  openSignedInBrowser: (person: NewPerson) => Promise<SignedInBrowser>;
  /** Opens a browser context without a session. */
  openBrowser: (options?: Parameters<typeof openBrowser>[2]) => Promise<TestBrowser>;
}

/** @param options how the application is started, or a function that finds that out */
export function setUpE2e(options: TestAppOptions | (() => Promise<TestAppOptions>) = {}): E2eContext {
  let parts: readonly [TestApp, Browser] | undefined;
  const getParts = () => {
    if (!parts) throw new Error('The application is available once the tests of its file run');
    return parts;
  };
  beforeAll(async () => {
    const chosen = typeof options === 'function' ? await options() : options;
    parts = await Promise.all([startTestApp(chosen), getSharedChromium()]);
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => printPages(getParts()[1])));
  afterAll(async () => {
    if (!parts) return;
    const [app, browser] = parts;
    await closePages(browser);
    await app[Symbol.asyncDispose]();
  });
  const context = {
    get app() {
      return getParts()[0];
    },
    get browser() {
      return getParts()[1];
    },
  };
  return Object.assign(context, {
    openSignedInBrowser: (person: NewPerson) => openSignedInBrowser(context.browser, context.app, person),
    openBrowser: (options?: Parameters<typeof openBrowser>[2]) =>
      openBrowser(context.browser, context.app.url, options),
  });
}

const PRINTED_MAX = 4000;

/** Prints what each open page shows, because a failure may not repeat. */
async function printPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 1000 })
      .catch((error: unknown) => String(error));
    process.stderr.write(`\n${page.url()}\n${shown.slice(0, PRINTED_MAX)}\n`);
  }
}
