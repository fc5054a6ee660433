import type { Page } from 'playwright-core';

/**
 * The sum of all layout shifts of a page so far. Those after user input count too, because a key that only asks for hydration would
 * excuse half a second.
 */
export function measureLayoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        // The observer is buffered, so it also receives earlier entries.
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & LayoutShift).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // After two frames it has received all entries.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

/** A layout shift, with the elements that moved. */
export interface ShiftedLayout {
  value: number;
  moved: string[];
}

/** Records layout shifts without user input, from now on and without a limit. @returns reads them */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<ShiftedLayout[]>> {
  await page.evaluate(() => {
    const shifts: ShiftedLayout[] = [];
    globalThis.layoutShifts = shifts;
    const describe = ({ node, previousRect, currentRect }: LayoutShiftSource) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const rects = [previousRect, currentRect].map(({ x, y, width, height }) =>
        [x, y, width, height].join(' '),
      );
      const place = `${element?.parentElement?.className ?? ''} > ${element?.tagName ?? ''}.${element?.className ?? ''}`;
      return `${location.pathname} ${place} "${element?.textContent.slice(0, 40) ?? ''}" ${rects.join(' -> ')}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & LayoutShift;
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(describe) });
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => globalThis.layoutShifts ?? []);
}

declare global {
  var layoutShifts: ShiftedLayout[] | undefined;
}

/** The additional properties of `layout-shift` entries. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: LayoutShiftSource[];
}

interface LayoutShiftSource {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}
