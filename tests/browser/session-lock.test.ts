import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { serveBundledPage } from '../support/bundled-page.ts';
import { getSharedChromium } from '../support/services/chromium.ts';
import type { TabLockPage } from '../support/session-lock-entry.ts';

declare const createLock: TabLockPage['createLock'];

const TIMEOUT_MS = 500;

/** Works briefly under the lock. @returns the time, and whether the lock was stolen meanwhile */
const work = (page: Page) =>
  page.evaluate(
    (timeoutMs) =>
      createLock(timeoutMs)('refresh', async (lost) => {
        const from = performance.timeOrigin + performance.now();
        await fetch('/');
        return { from, to: performance.timeOrigin + performance.now(), isLost: lost?.aborted };
      }),
    TIMEOUT_MS,
  );

/** Holds the lock for ever. Settles when it is stolen. */
const hang = (page: Page) =>
  page.evaluate(
    (timeoutMs) =>
      new Promise<string>((resolve) => {
        void createLock(timeoutMs)('refresh', (lost) => {
          lost?.addEventListener('abort', () => resolve('taken away'));
          document.title = 'holding';
          return new Promise(() => undefined);
        });
      }),
    TIMEOUT_MS,
  );

it('a tab that takes too long loses the lock once, and the waiting tabs follow one after the other', async () => {
  await using served = await serveBundledPage(new URL('../support/session-lock-entry.ts', import.meta.url));
  const browser = await getSharedChromium();
  await using context = await browser.newContext();
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  for (const page of tabs) await page.goto(served.url);
  const [first, ...others] = tabs;
  const hung = first && hang(first);
  await first?.waitForFunction(() => document.title === 'holding');
  const spans = (await Promise.all(others.map(work))).sort((one, other) => one.from - other.from);
  expect(await hung).toBe('taken away');
  expect(spans.map(({ isLost }) => isLost)).toEqual(others.map(() => false));
  spans.forEach(({ from }, index) => expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0));
});
