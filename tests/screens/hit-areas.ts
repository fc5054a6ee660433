import type { Page } from 'playwright-core';

/** The smallest hit area in both directions. A pixel less is lost to rounding. */
const SIZE = 43;

/**
 * The visible controls of the page whose hit area is less than 44 px wide or high, measured from the centre by the element that
 * receives a touch there: an area that another control covers does not count. Left out are links within a sentence, and links
 * beside a larger one to the same address, and those that a toast covers for a while. While a popup is open,
 * only its controls are measured. Scrolls the page.
 */
export function findSmallHitAreas(page: Page): Promise<string[]> {
  return page.evaluate(async (minSize) => {
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [role^=menuitem], [role=option]';
    const OVERLAYS = '.toast';
    const POPUPS = '.dialog, .menu, .suggestions';

    /** A label receives the touch for its field. */
    function controlOf(node: Element): Element | null {
      const control = node.closest(`${CONTROLS}, label`);
      return control?.matches('input, select, textarea') ? (control.closest('label') ?? control) : control;
    }
    /** The extent of the hit area from a point in one direction. */
    function extent(control: Element, from: DOMPoint, step: [x: number, y: number]): number {
      let length = 0;
      while (length <= minSize && hits(control, from.x + step[0] * length, from.y + step[1] * length))
        length += 1;
      return length;
    }
    function hits(control: Element, x: number, y: number): boolean {
      const top = document.elementFromPoint(x, y);
      return top !== null && controlOf(top) === control;
    }
    /** A control and what receives touches for it reach 22 px from its centre. */
    function isUnderOverlay(control: Element, centre: DOMPoint): boolean {
      return [...document.querySelectorAll(OVERLAYS)].some((overlay) => {
        const { left, right, top, bottom } = overlay.getBoundingClientRect();
        const isNear =
          centre.x > left - 22 && centre.x < right + 22 && centre.y > top - 22 && centre.y < bottom + 22;
        return isNear && !overlay.contains(control);
      });
    }
    function measure(control: Element) {
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = control.getBoundingClientRect();
      const centre = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
      // The centre pixel is counted by both directions.
      const width = extent(control, centre, [1, 0]) + extent(control, centre, [-1, 0]) - 1;
      const height = extent(control, centre, [0, 1]) + extent(control, centre, [0, -1]) - 1;
      return { width, height, isCovered: isUnderOverlay(control, centre) };
    }
    function isMeasured(control: Element): boolean {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches('.skip, .cover'))
        return false;
      const { width, height } = control.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(control).display !== 'inline';
    }

    /** After a change of the window a popup is placed again in one of the next frames. */
    async function settle(element: Element): Promise<void> {
      for (let [last, box] = ['', ' ']; last !== box;) {
        last = box;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        box = JSON.stringify(element.getBoundingClientRect());
      }
    }

    const root = [...document.querySelectorAll(POPUPS)].at(-1) ?? document.body;
    await settle(root);
    const controls = [...root.querySelectorAll(CONTROLS)].map((one) => controlOf(one) ?? one);
    const measured = [...new Set(controls)]
      .filter(isMeasured)
      .map((control) => ({ control, ...measure(control) }));
    const isLarge = ({ width, height }: { width: number; height: number }) =>
      width >= minSize && height >= minSize;
    const addressOf = (control: Element) => control.getAttribute('href');
    const placeOf = (control: Element) => control.closest('article, .page-header');
    const hasLargerTwin = ({ control }: { control: Element }) =>
      measured.some(
        (other) =>
          isLarge(other) &&
          addressOf(control) !== null &&
          addressOf(other.control) === addressOf(control) &&
          placeOf(other.control) === placeOf(control),
      );
    return measured
      .filter((one) => one.control.isConnected && !one.isCovered && !isLarge(one) && !hasLargerTwin(one))
      .map(({ control, width, height }) => {
        const name = control.getAttribute('aria-label') ?? control.textContent.trim();
        return `${control.tagName.toLowerCase()}.${control.className} "${name}": ${String(width)} x ${String(height)}`;
      });
  }, SIZE);
}
