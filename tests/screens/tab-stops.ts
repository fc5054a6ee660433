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
