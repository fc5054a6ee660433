import type { Page } from 'playwright-core';

/** Cumulative layout shift of a page so far, without what followed somebody's own act. */
export function measureLayoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        // It is handed what was before it, so it may come last.
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & LayoutShift;
            if (!hadRecentInput) sum += value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Two frames: by then it has been handed everything.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

/** What the entries of `layout-shift` have beside the others' properties. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}
