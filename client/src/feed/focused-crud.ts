const CRUD = '#main article[data-crud]';

/** The crud that contains focus. */
function findFocusedCrud(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CRUD) ?? null;
}

/**
 * Moves focus to the next or previous crud of the page; without a focused one, to the topmost visible crud.
 * @returns false at either end
 */
export function focusNeighbour(step: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(CRUD)];
  const current = findFocusedCrud();
  const next = current ? all[all.indexOf(current) + step] : all.find(isVisible);
  if (!next) return false;
  // `focus` alone would scroll it below the header.
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Clicks an element of the focused crud; without one, of the post on a post's page. */
export function clickInFocusedCrud(selector: string): void {
  const crud = findFocusedCrud() ?? document.querySelector(`${CRUD}.post`);
  crud?.querySelector<HTMLElement>(selector)?.click();
}

/** Not above the screen, nor covered by the header. */
function isVisible(article: HTMLElement): boolean {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);
  return article.getBoundingClientRect().top >= (Number.isNaN(padding) ? 0 : padding) - 16;
}
