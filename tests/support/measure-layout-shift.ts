import type { Page } from 'playwright-core';

/** Cumulative layout shift of a page so far, without shifts after user input. */
export function measureLayoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        // The observer is buffered, so it also receives earlier entries.
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & LayoutShift;
            if (!hadRecentInput) sum += value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // After two frames it has received all entries.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

/** The additional properties of `layout-shift` entries. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}
