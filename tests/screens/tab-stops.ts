import type { Page } from 'playwright-core';

/** The card, the link of its author, its menu and its four actions. */
const STOPS_MAX = 7;

/**
 * Cruds with too many tab stops: more than seven besides the links within sentences, a time, or two links to one address. Also
 * those whose accessible name contains a control.
 */
export function findExcessTabStops(page: Page): Promise<string[]> {
  return page.evaluate((max) => {
    const isInText = (stop: Element) => stop.closest('.crud-text, .note') !== null;
    return [...document.querySelectorAll<HTMLElement>('article')].flatMap((article) => {
      const stops = [article, ...article.querySelectorAll<HTMLElement>('*')].filter(
        (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && !isInText(one),
      );
      const addresses = stops.map((one) => one.getAttribute('href')).filter((href) => href !== null);
      const names = (article.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
      const problems = [
        stops.length > max && `${String(stops.length)} tab stops`,
        stops.some((one) => one.matches('time')) && 'a tab stop on a time',
        new Set(addresses).size < addresses.length && 'two links to one address',
        names.some((id) => document.getElementById(id)?.querySelector('button') !== null) &&
          'a button in its name',
      ];
      return problems
        .filter((problem) => problem !== false)
        .map((problem) => `${article.innerText}: ${problem}`);
    });
  }, STOPS_MAX);
}

/** The controls whose focus ring is cut off by the edge of the window or of a part that scrolls or clips. Moves the focus. */
export function findCutFocusRings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button:enabled, textarea, summary, select, input:not([type=file]), [tabindex="0"]:not(svg *)',
    );
    return [...controls]
      .filter((control) => isVisible(control) && isCut(control))
      .map((one) => one.outerHTML.slice(0, 200));

    function isVisible(control: HTMLElement): boolean {
      return control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    }
    function isCut(control: HTMLElement): boolean {
      control.focus({ preventScroll: true, focusVisible: true });
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
      if (document.activeElement !== control || outlineStyle === 'none') return false;
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const around = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isWithin = (from: number, size: number) =>
        left - around > from - 1 && right + around < from + size + 1;
      if (!isWithin(0, document.documentElement.clientWidth)) return true;
      for (let part = control.parentElement; part && part !== document.body; part = part.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(part);
        const box = part.getBoundingClientRect();
        if (overflowX !== 'visible' && !isWithin(box.left + part.clientLeft, part.clientWidth)) return true;
        const start = box.top + part.clientTop;
        if (overflowY === 'visible') continue;
        if (top - around < start - 1 || bottom + around > start + part.clientHeight + 1) return true;
      }
      return false;
    }
  });
}
