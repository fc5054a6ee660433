import type { Page } from 'playwright-core';

/** Runs in a visitor's page. Without an intent, the program would start five seconds after the page has loaded. */
export function preventTimedStart(): void {
  const startTimer = window.setTimeout.bind(window);
  window.setTimeout = ((work: () => void, ms = 0) =>
    ms === 5000 ? 0 : startTimer(work, ms)) as typeof window.setTimeout;
}

/** Waits until a page is idle, at most five seconds: the browser may have no idle moment for longer. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));
}

/** Waits until a page has evaluated the program that the browser has from a visit before. */
export async function waitUntilEvaluated(page: Page): Promise<void> {
  const script = page.locator('script[type=module]');
  await script.waitFor({ state: 'attached' });
  // A text, because the compiler would replace `import`.
  await page.evaluate(`import(${JSON.stringify(await script.getAttribute('src'))})`);
  await page.waitForLoadState('networkidle');
}
