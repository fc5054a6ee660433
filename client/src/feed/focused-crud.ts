/** What the keyboard can do with the crud it is on. */
export type CrudAction = 'reply' | 'repost' | 'like' | 'share';

export interface FocusedCrud {
  uuid: string;
  /** Presses the button of that name; nothing where the crud has none, as while it waits to be sent. */
  press: (action: CrudAction) => void;
  /** Opens its page; nothing where it is open already. */
  open: () => void;
}

const CRUD = 'article[data-crud]';

/** The crud that holds focus, or that something in it does; null when focus is elsewhere. */
export function focusedCrud(): FocusedCrud | null {
  const article = document.activeElement?.closest<HTMLElement>(CRUD);
  const uuid = article?.dataset.crud;
  if (!article || uuid === undefined) return null;
  const click = (selector: string) => article.querySelector<HTMLElement>(selector)?.click();
  return {
    uuid,
    press: (action) => click(`[data-action='${action}']`),
    open: () => click('.cover'),
  };
}

/**
 * Moves focus to the next or previous crud of the page; without one, to the first that can be read.
 * @returns false at the end, where nothing moves
 */
export function focusNeighbour(step: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(CRUD)];
  const here = document.activeElement?.closest<HTMLElement>(CRUD);
  const next = here ? all[all.indexOf(here) + step] : all.find(isReadable);
  if (!next) return false;
  focusCrud(next);
  return true;
}

/** Gives a crud focus and brings it in full sight, clear of the header. */
export function focusCrud(article: HTMLElement): void {
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: 'nearest' });
}

/** Not hidden above the screen, or by the header at its top. */
function isReadable(article: HTMLElement): boolean {
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);
  return article.getBoundingClientRect().top >= (Number.isNaN(padding) ? 0 : padding) - 16;
}
