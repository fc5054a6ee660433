import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { PRESS_MS } from '../interaction/interactions.ts';
import { PHONE } from './measure-visit.ts';

/** Loads that fill the browser's caches, of files and of compiled code. */
const WARM_UPS = 4;
/** A visitor presses no sooner after the first paint than this. */
const SETTLED_MS = 300;
const MENU = '.tabs [aria-haspopup=menu]';

/** Opens the page again and again, and touches a menu once it is shown. @returns the milliseconds from the beginning of each touch to the frame that shows the menu */
export async function measureFirstPresses(browser: Browser, url: string, rounds: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(recordTouch);
  const durations: number[] = [];
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    await page.goto(url);
    await page.waitForFunction(isSettled, SETTLED_MS);
    await touch(page, MENU);
    const duration = await page.evaluate(readDuration);
    if (round >= 0) durations.push(duration);
    // The next visit finds all files in the cache.
    await page.waitForLoadState('networkidle');
  }
  await context.close();
  return durations;
}

/** Touches an element for as long as a finger does. The driver's own tap has no duration. */
async function touch(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`No ${selector} to touch`);
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await delay(PRESS_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Runs in the page. */
function recordTouch(): void {
  let touchedAt = NaN;
  addEventListener(
    'pointerdown',
    ({ isTrusted, timeStamp }) => {
      // The program replays the touch by an event of its own.
      if (isTrusted) touchedAt = timeStamp;
    },
    { capture: true },
  );
  const shown = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=menu]')) return;
      observer.disconnect();
      // After the paint. Chromium holds back timers during a touch.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      requestAnimationFrame(() => port2.postMessage(null));
    }).observe(document, { subtree: true, childList: true });
  });
  Object.assign(globalThis, { firstTouch: shown.then(() => performance.now() - touchedAt) });
}

/** Runs in the page. */
function isSettled(afterMs: number): boolean {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  return painted !== undefined && performance.now() > painted.startTime + afterMs;
}

/** Runs in the page. @returns milliseconds from the touch to the frame that shows the menu */
function readDuration(): Promise<number> {
  return (globalThis as unknown as { firstTouch: Promise<number> }).firstTouch;
}
