import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveBundledPage, type ServedPage } from '../support/bundled-page.ts';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import type { TabLockPage } from '../support/session-lock-entry.ts';

declare const createLock: TabLockPage['createLock'];

const TIMEOUT_MS = 500;

describe('the Web Lock for token refreshes', () => {
  let served: ServedPage;
  let browser: Browser;
  beforeAll(async () => {
    const entry = new URL('../support/session-lock-entry.ts', import.meta.url);
    [served, browser] = await Promise.all([serveBundledPage(entry), getSharedChromium()]);
  });
  afterAll(async () => {
    await closePages(browser);
    await served[Symbol.asyncDispose]();
  });

  async function openTabs(count: number): Promise<[Page, ...Page[]]> {
    const context = await browser.newContext();
    const open = async () => {
      const page = await context.newPage();
      await page.goto(served.url);
      return page;
    };
    const first = await open();
    const others = await Promise.all(Array.from({ length: count - 1 }, open));
    return [first, ...others];
  }

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

  it('[STAY-10] a tab that takes too long loses the lock once, and the waiting tabs follow one after the other', async () => {
    const [first, ...others] = await openTabs(5);
    const hung = hang(first);
    await first.waitForFunction(() => document.title === 'holding');
    const spans = (await Promise.all(others.map(work))).sort((one, other) => one.from - other.from);
    expect(await hung).toBe('taken away');
    expect(spans.map(({ isLost }) => isLost)).toEqual(others.map(() => false));
    spans.forEach(({ from }, index) => expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0));
  });

  it('[STAY-10] a tab that closes while it holds the lock lets the next one in', async () => {
    const [first, second] = await openTabs(2);
    const hung = hang(first).catch(() => 'closed');
    await first.waitForFunction(() => document.title === 'holding');
    const result = second ? work(second) : undefined;
    await first.close();
    expect(await hung).toBe('closed');
    expect((await result)?.isLost).toBe(false);
  });
});
