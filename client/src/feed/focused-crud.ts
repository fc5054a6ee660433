const CRUD = '#main article[data-crud]';

/** The crud that has focus, or has it within. */
function focusedCrud(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CRUD) ?? null;
}

/**
 * Moves focus to the next or previous crud of the page; without one, to the first that can be read.
 * @returns false at the end, where nothing moves
 */
export function focusNeighbour(step: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(CRUD)];
  const here = focusedCrud();
  const next = here ? all[all.indexOf(here) + step] : all.find(isReadable);
  if (!next) return false;
  // In full sight, clear of the header.
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Presses something on the crud that has focus; on the page of one crud that is the one meant. */
export function clickInFocusedCrud(selector: string): void {
  const crud = focusedCrud() ?? document.querySelector(`${CRUD}.post`);
  crud?.querySelector<HTMLElement>(selector)?.click();
}

/** Not hidden above the screen, or by the header at its top. */
function isReadable(article: HTMLElement): boolean {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);
  return article.getBoundingClientRect().top >= (Number.isNaN(padding) ? 0 : padding) - 16;
}
