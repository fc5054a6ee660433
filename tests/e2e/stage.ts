import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '../support/services/chromium.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';
import { arrive, openBrowser, type Arrived, type NewPerson, type Visitor } from './person.ts';

/** The real application and a Chromium, there for all tests of a file or of a `describe`. */
export interface Stage {
  readonly app: TestApp;
  readonly browser: Browser;
  /** Somebody new who is signed in, at a browser of their own. */
  arrive: (person: NewPerson) => Promise<Arrived>;
  /** A browser of its own in which nobody is signed in. */
  visit: (options?: Parameters<typeof openBrowser>[2]) => Promise<Visitor>;
}

/** @param options how the application is started, or where that takes a moment to find out */
export function setStage(options: TestAppOptions | (() => Promise<TestAppOptions>) = {}): Stage {
  let parts: readonly [TestApp, Browser] | undefined;
  const started = () => {
    if (!parts) throw new Error('The stage is there once the tests of its file run.');
    return parts;
  };
  beforeAll(async () => {
    const chosen = typeof options === 'function' ? await options() : options;
    parts = await Promise.all([startTestApp(chosen), launchChromium()]);
  });
  afterAll(async () => {
    await parts?.[1].close();
    await parts?.[0][Symbol.asyncDispose]();
  });
  const stage = {
    get app() {
      return started()[0];
    },
    get browser() {
      return started()[1];
    },
  };
  return Object.assign(stage, {
    arrive: (person: NewPerson) => arrive(stage.browser, stage.app, person),
    visit: (options?: Parameters<typeof openBrowser>[2]) =>
      openBrowser(stage.browser, stage.app.url, options),
  });
}
