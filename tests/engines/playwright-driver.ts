import { firefox, type Browser } from 'playwright-core';
import { launchChromium } from '../support/services/chromium.ts';
import { findProgram } from '../support/services/find-program.ts';
import type { Driver, DriverTab } from './driver.ts';

export async function launchChromiumDriver(): Promise<Driver> {
  return createDriver(await launchChromium());
}

export async function launchFirefoxDriver(): Promise<Driver> {
  const executablePath = findProgram('firefox-esr');
  if (!executablePath) throw new Error('Firefox is missing: apt-get install firefox-esr');
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // Without a pointing device there would be no hover; motion takes processor time.
    firefoxUserPrefs: {
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      'ui.prefersReducedMotion': 1,
    },
  });
  ignoreMediaEmulation(browser);
  return createDriver(browser);
}

interface BidiSession {
  send: (this: BidiSession, method: string, params: unknown) => Promise<unknown>;
}

/** The driver sends this command for each context; Firefox ESR does not know it, and the driver has no setting for that. */
function ignoreMediaEmulation(browser: Browser): void {
  type Internals = { _connection: { toImpl(client: Browser): { _browserSession: BidiSession } } };
  const { _browserSession } = (browser as unknown as Internals)._connection.toImpl(browser);
  const session = Object.getPrototypeOf(_browserSession) as BidiSession;
  const { send } = session;
  session.send = function (method, params) {
    if (method === 'emulation.setMediaFeaturesOverride') return Promise.resolve({});
    return send.call(this, method, params);
  };
}

async function createDriver(browser: Browser): Promise<Driver> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return {
    async openTab(): Promise<DriverTab> {
      const page = await context.newPage();
      return {
        async goTo(url) {
          await page.goto(url);
        },
        evaluate: (expression) => page.evaluate(expression),
        async click(expression) {
          await (await page.evaluateHandle<Element>(expression)).asElement().click();
        },
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        close: () => page.close(),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
