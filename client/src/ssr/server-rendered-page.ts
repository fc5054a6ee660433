import { PAGE_DATA_ID, PAGE_STYLES_ID, type PageData } from '@cruddur/shared';

/** What the server made this page from; null when it has not made it, or made it for somebody else than who is here. */
export function readServerRenderedPage(): PageData | null {
  const block = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!block || document.documentElement.dataset.waiting !== undefined) return null;
  return JSON.parse(block) as PageData;
}

/** Gives the elements of a made page the `style` that they would have had if they could have brought it along. */
export function restoreStyles(): void {
  const sheet = document.getElementById(PAGE_STYLES_ID);
  if (!(sheet instanceof HTMLStyleElement)) return;
  for (const rule of sheet.sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const element of document.querySelectorAll<HTMLElement>(rule.selectorText)) {
      element.style.cssText = rule.style.cssText;
      delete element.dataset.style;
    }
  }
  sheet.remove();
}
