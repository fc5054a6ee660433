import type { Browser } from 'playwright-core';
import { waitUntilHydrated } from '../../../support/wait-until-hydrated.ts';

export const PHONE = { width: 390, height: 844 };
/** As in Lighthouse, a task blocks by what it takes beyond this. */
export const LONG_TASK_MS = 50;
/** The page hydrates five seconds after it has loaded, if nothing happens. */
const UNTIL_MS = 5000;

export interface Visit {
  /** Milliseconds of long tasks beyond 50, between the first contentful paint and five seconds. */
  blockingMs: number;
  /** Milliseconds; 0 for none of more than 50. */
  longestTaskMs: number;
}

/** A browser without stored data, or one that has the program from a visit before. */
export type Browsing = 'new' | 'again';

/** One visit without any input. @param slowdown of the processor */
export async function measureVisit(
  browser: Browser,
  url: string,
  { slowdown, browsing = 'new' }: { slowdown: number; browsing?: Browsing },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  if (browsing === 'again') {
    await page.goto(url);
    await waitUntilHydrated(page);
    await page.waitForLoadState('networkidle');
  }
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(recordLongTasks);
  await page.goto(url);
  await page.waitForFunction((end) => performance.now() > end, UNTIL_MS, { polling: 100 });
  const tasks = await page.evaluate(readLongTasks, UNTIL_MS);
  await context.close();
  return {
    blockingMs: tasks.reduce((sum, task) => sum + task - LONG_TASK_MS, 0),
    longestTaskMs: Math.max(0, ...tasks),
  };
}

/** Runs in the page. */
function recordLongTasks(): void {
  const longTasks: PerformanceEntry[] = [];
  Object.assign(globalThis, { longTasks });
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
}

/** Runs in the page. @returns the durations of the long tasks after the first contentful paint, without what comes later */
function readLongTasks(untilMs: number): number[] {
  const { longTasks } = globalThis as unknown as { longTasks: PerformanceEntry[] };
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return longTasks
    .filter(({ startTime, duration }) => startTime + duration > painted && startTime < untilMs)
    .map(({ duration }) => duration);
}
