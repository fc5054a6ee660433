const CRUDS = '#main article';

/** The crud that has focus, or has it within. */
function current(): Element | null {
  return document.activeElement?.closest(CRUDS) ?? null;
}

/** Gives focus to the crud after or before the one that has it; to the first one in view when none does. */
export function walkCruds(step: 1 | -1): void {
  const cruds = [...document.querySelectorAll(CRUDS)];
  const at = current();
  const next = at ? cruds[cruds.indexOf(at) + step] : cruds.find(isInView);
  const stop = next?.matches('[tabindex]') ? next : next?.querySelector('.cover, a[href]');
  if (stop instanceof HTMLElement) stop.focus();
}

/** Presses something on the crud that has focus; on the page of one crud that is the one meant. */
export function pressOnCrud(selector: string): void {
  const crud = current() ?? document.querySelector(`${CRUDS}.post`);
  crud?.querySelector<HTMLElement>(selector)?.click();
}

/** Its top half is below the header of the page, which covers what scrolls beneath. */
function isInView(crud: Element): boolean {
  const { top, bottom } = crud.getBoundingClientRect();
  const header = document.querySelector('#main .top')?.getBoundingClientRect().bottom ?? 0;
  return (top + bottom) / 2 > header;
}
